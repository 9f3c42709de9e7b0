package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The functions of numbers that our prelude gives clang, run on the emulator.
@Tag("slow")
@Needs(Need.CUDA)
class ClangNumbersTest {
  private static final int N = 256;

  private final CudaCompiler clang = Clang.orSkip();
  private final Gpu gpu = Gpu.on(new EmulatedGpu());

  /// The functions of one float, with Java's in double, and the inputs' range.
  private record Function(DoubleUnaryOperator exact, double from, double to) {}

  private static Map<String, Function> functions() {
    var functions = new TreeMap<String, Function>();
    functions.put("expf(x)", new Function(Math::exp, -80, 80));
    functions.put("exp2f(x)", new Function(x -> Math.pow(2, x), -120, 120));
    functions.put("logf(x)", new Function(Math::log, 1e-6, 1e6));
    functions.put("log2f(x)", new Function(x -> Math.log(x) / Math.log(2), 0.5, 2));
    functions.put("log10f(x)", new Function(Math::log10, 1e-6, 1e6));
    functions.put("log1pf(x)", new Function(Math::log1p, -0.9, 3));
    functions.put("expm1f(x)", new Function(Math::expm1, -1, 1));
    functions.put("tanhf(x)", new Function(Math::tanh, -5, 5));
    functions.put("sinhf(x)", new Function(Math::sinh, -5, 5));
    functions.put("coshf(x)", new Function(Math::cosh, -5, 5));
    functions.put("sinf(x)", new Function(Math::sin, -50, 50));
    functions.put("cosf(x)", new Function(Math::cos, -50, 50));
    functions.put("tanf(x)", new Function(Math::tan, -50, 50));
    functions.put("powf(x, 2.5f)", new Function(x -> Math.pow(x, 2.5), 0, 1e3));
    functions.put("powf(x, -3.f)", new Function(x -> Math.pow(x, -3), -20, 20));
    functions.put("cbrtf(x)", new Function(Math::cbrt, -20, 20));
    functions.put("sqrtf(x)", new Function(Math::sqrt, 0, 20));
    functions.put("rsqrtf(x)", new Function(x -> 1 / Math.sqrt(x), 0.01, 20));
    functions.put("erff(x)", new Function(ClangNumbersTest::erf, -3, 3));
    functions.put("erfcf(x)", new Function(ClangNumbersTest::erfc, -5, 9));
    functions.put("fmodf(x, 3.f)", new Function(x -> x % 3, -50, 50));
    functions.put("floorf(x) + ceilf(x) + truncf(x)", new Function(ClangNumbersTest::steps, -9, 9));
    functions.put("rintf(x)", new Function(Math::rint, -9, 9));
    functions.put(
        "(float)(exp((double)x) + log(2 + fabs((double)x)))",
        new Function(x -> Math.exp(x) + Math.log(2 + Math.abs(x)), -5, 5));
    functions.put(
        "[=] { float s, c; sincospif(x, &s, &c); return s * c; }()",
        new Function(x -> Math.sin(2 * Math.PI * Math.IEEEremainder(x, 2)) / 2, -9, 9));
    functions.put("__int_as_float(__float_as_int(x))", new Function(x -> x, -9, 9));
    functions.put(
        "(float)(__popc((int)x) + __clz((int)x) + __ffs((int)x))",
        new Function(x -> bits((int) x), 1, 1e6));
    return functions;
  }

  private static double steps(double x) {
    return Math.floor(x) + Math.ceil(x) + (long) x;
  }

  private static int bits(int x) {
    return Integer.bitCount(x)
        + Integer.numberOfLeadingZeros(x)
        + Integer.numberOfTrailingZeros(x)
        + 1;
  }

  /// By the trapezoid rule, whose error vanishes for this integrand.
  private static double erf(double x) {
    int steps = 20_000;
    double h = x / steps;
    double sum = (1 + Math.exp(-x * x)) / 2;
    for (int i = 1; i < steps; i++) {
      sum += Math.exp(-(i * h) * (i * h));
    }
    return 2 / Math.sqrt(Math.PI) * h * sum;
  }

  /// For positive x `e^(−x²)·2/√π·∫ e^(−s²−2xs)` over all positive s, by Simpson's rule.
  private static double erfc(double x) {
    if (x < 0) {
      return 2 - erfc(-x);
    }
    int steps = 4000;
    double h = 8.0 / steps;
    double sum = 1;
    for (int i = 1; i < steps; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * Math.exp(-(i * h) * (i * h) - 2 * x * i * h);
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * h / 3 * sum;
  }

  @Test
  void mathematical_functions_are_right_to_a_few_units_of_the_last_place() {
    var text = new StringBuilder("#include <math.h>\n");
    var functions = functions();
    int k = 0;
    for (var function : functions.keySet()) {
      text.append(
          """
          extern "C" __global__ void f%d(const float* in, float* out) {
            float x = in[threadIdx.x];
            out[threadIdx.x] = %s;
          }
          """
              .formatted(k++, function));
    }
    var module = gpu.load(clang.compile(new CudaSource("functions.cu", text.toString())));
    k = 0;
    for (var function : functions.entrySet()) {
      var range = function.getValue();
      var x = new float[N];
      for (int i = 0; i < N; i++) {
        x[i] = (float) (range.from + (range.to - range.from) * (i + 0.37) / N);
      }
      var out = gpu.floats("out", N);
      module.kernel("f" + k++).launch(GpuLaunch.of(1, N), gpu.floatsOf("in", x), out);
      var y = out.toFloats();
      for (int i = 0; i < N; i++) {
        double exact = range.exact.applyAsDouble(x[i]);
        double error = Math.abs(y[i] - exact) / Math.ulp((float) exact);
        assertThat(error).as("%s at x = %s is %s", function.getKey(), x[i], y[i]).isLessThan(4);
      }
    }
  }

  /// The functions of a double, with Java's, whose `sin` and `cos` are right for large numbers,
  /// too.
  private static Map<String, DoubleUnaryOperator> doubles() {
    var functions = new TreeMap<String, DoubleUnaryOperator>();
    functions.put("exp(x / 2)", x -> Math.exp(x / 2));
    functions.put("exp2(x)", x -> Math.pow(2, x));
    functions.put("expm1(x)", Math::expm1);
    functions.put("log(fabs(x))", x -> Math.log(Math.abs(x)));
    functions.put("log2(16 * fabs(x) / fabs(x))", _ -> 4);
    functions.put("log10(fabs(x))", x -> Math.log10(Math.abs(x)));
    functions.put("log1p(fabs(x))", x -> Math.log1p(Math.abs(x)));
    functions.put("sinh(x)", Math::sinh);
    functions.put("cosh(x)", Math::cosh);
    functions.put("tanh(x)", Math::tanh);
    functions.put("tanh(x * 1e-5)", x -> Math.tanh(x * 1e-5));
    functions.put("atan(x)", Math::atan);
    functions.put("atan2(x, -0.7)", x -> Math.atan2(x, -0.7));
    functions.put("asin(x / 40)", x -> Math.asin(x / 40));
    functions.put("acos(x / 40)", x -> Math.acos(x / 40));
    functions.put("cbrt(x)", Math::cbrt);
    functions.put("hypot(x, 3.5)", x -> Math.hypot(x, 3.5));
    functions.put("round(x)", x -> Math.signum(x) * Math.floor(Math.abs(x) + 0.5));
    functions.put("pow(x, 17.0)", x -> Math.pow(x, 17));
    functions.put("pow(x, -33.0)", x -> Math.pow(x, -33));
    functions.put("pow(fabs(x), 170.25)", x -> Math.pow(Math.abs(x), 170.25));
    functions.put("pow(1.0 + x / 1024, 4000.5)", x -> Math.pow(1.0 + x / 1024, 4000.5));
    functions.put("fmod(x * 1e100, 0.7)", x -> x * 1e100 % 0.7);
    functions.put(
        "[=] { int n; double f = frexp(x * 1e-309, &n); return f * 8192 + n; }()",
        x -> parts(x * 1e-309));
    functions.put("sin(x)", Math::sin);
    functions.put("cos(x * 1e5)", x -> Math.cos(x * 1e5));
    functions.put("sin(x * 1e22)", x -> Math.sin(x * 1e22));
    functions.put("cos(x * 1e300)", x -> Math.cos(x * 1e300));
    functions.put("tan(x * 1e9)", x -> Math.tan(x * 1e9));
    return functions;
  }

  /// The fraction between 1/2 and 1, times 2¹³, and the exponent.
  private static double parts(double x) {
    int n = Math.getExponent(x * 0x1p100) - 99;
    return Math.scalb(x * 0x1p100, -100 - n + 13) + n;
  }

  @Test
  void functions_of_doubles_are_right_to_a_few_units_of_the_last_place() {
    var functions = doubles();
    var text = new StringBuilder();
    int k = 0;
    for (var function : functions.keySet()) {
      text.append(
          """
          extern "C" __global__ void f%d(const double* in, double* out) {
            double x = in[threadIdx.x];
            out[threadIdx.x] = %s;
          }
          """
              .formatted(k++, function));
    }
    var module = gpu.load(clang.compile(new CudaSource("doubles.cu", text.toString())));
    var x = new double[N];
    for (int i = 0; i < N; i++) {
      x[i] = -40 + 80 * (i + 0.37) / N;
    }
    k = 0;
    for (var function : functions.entrySet()) {
      var out = bits("out", x);
      module.kernel("f" + k++).launch(GpuLaunch.of(1, N), bits("in", x), out);
      int[] y = out.toInts();
      for (int i = 0; i < N; i++) {
        double got = Double.longBitsToDouble(pair(y, i));
        double exact = function.getValue().applyAsDouble(x[i]);
        double error = got == exact ? 0 : Math.abs(got - exact) / Math.ulp(exact);
        assertThat(error)
            .as("%s at x = %s is %s for %s", function.getKey(), x[i], got, exact)
            .isLessThan(8);
      }
    }
  }

  @Test
  void arithmetic_that_must_not_be_contracted_is_not() {
    var text =
        """
        extern "C" __global__ void exact(const double* x, double* y) {
          y[0] = __dsub_rn(__dmul_rn(x[0], x[0]), x[1]); // contracted, it is not 0
          y[1] = __dadd_rn(x[0], x[1]);
          y[2] = __fma_rn(x[0], x[0], -x[1]);
          y[3] = __fsub_rn(__fmul_rn(x[2], x[2]), x[3]);
          y[4] = __fadd_rn(__fmul_rn(x[2], x[2]), -x[3]);
        }
        """;
    var module = gpu.load(clang.compile(new CudaSource("exact.cu", text)));
    double x = 1 + 0x1p-30;
    float f = 1 + 0x1p-15f;
    var in = bits("in", x, x * x, f, f * f);
    var out = bits("out", 0, 0, 0, 0, 0);
    module.kernel("exact").launch(GpuLaunch.of(1, 1), in, out);
    var got = new double[5];
    for (int i = 0; i < got.length; i++) {
      got[i] = Double.longBitsToDouble(pair(out.toInts(), i));
    }
    assertThat(got).containsExactly(0, x + x * x, Math.fma(x, x, -x * x), 0, 0);
  }

  /// Doubles as pairs of words.
  private DeviceBuffer bits(String name, double... values) {
    return gpu.intsOf(
        name,
        Arrays.stream(values)
            .mapToLong(Double::doubleToRawLongBits)
            .flatMap(l -> LongStream.of(l & 0xffffffffL, l >>> 32))
            .mapToInt(l -> (int) l)
            .toArray());
  }

  private static long pair(int[] words, int i) {
    return Integer.toUnsignedLong(words[2 * i]) | (long) words[2 * i + 1] << 32;
  }
}
