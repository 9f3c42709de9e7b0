package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.gpu.Dim3;

/// `f16` and `bf16`: all 65,536 numbers where an instruction has one operand, else as many at
/// random, against exact decimals rounded by their definition.
@Tag("slow")
class HalfNumbersTest {
  private static final int ALL = 1 << 16;
  private static final int SOME = 1 << 13;
  private static final int[] NUMBERS = IntStream.range(0, ALL).toArray();

  /// The results of as many threads as there are inputs. A thread has its 32 bits of each in %r1,
  /// %r2, %r3, their lower halves in %h1, %h2, %h3; its result is %r4, or %h4 extended by zeros.
  private static int[] run(String body, int[]... inputs) {
    String ptx =
        """
        .version 7.8
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 y)
        {
          .reg .pred %p<4>; .reg .b16 %h<6>; .reg .b32 %r<9>; .reg .b64 %rd<6>; .reg .f32 %f<3>;
          ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c]; ld.param.u64 %rd4, [y];
          mov.u32 %r5, %ctaid.x; mov.u32 %r6, %ntid.x; mov.u32 %r7, %tid.x;
          mad.lo.u32 %r5, %r5, %r6, %r7; mul.wide.u32 %rd5, %r5, 4;
          add.s64 %rd1, %rd1, %rd5; add.s64 %rd2, %rd2, %rd5; add.s64 %rd3, %rd3, %rd5; add.s64 %rd4, %rd4, %rd5;
          ld.global.u32 %r1, [%rd1]; ld.global.u32 %r2, [%rd2]; ld.global.u32 %r3, [%rd3];
          cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2; cvt.u16.u32 %h3, %r3;
          mov.u16 %h4, 0; mov.u32 %r4, 0;
          BODY
          cvt.u32.u16 %r8, %h4; or.b32 %r4, %r4, %r8;
          st.global.u32 [%rd4], %r4;
          ret;
        }
        """
            .replace("BODY", body);
    var arguments = new Object[] {inputs[0], inputs[0], inputs[0], new int[inputs[0].length]};
    System.arraycopy(inputs, 0, arguments, 0, inputs.length);
    var lab = Lab.ofPtx(ptx);
    var grid = Dim3.of(inputs[0].length / 256);
    int[] compiled =
        lab.run(Engine.COMPILED, Mode.PLAIN, "k", grid, Dim3.of(256), 0, arguments).ints(3);
    int[] interpreted =
        lab.run(Engine.INTERPRETED, Mode.PLAIN, "k", grid, Dim3.of(256), 0, arguments).ints(3);
    assertThat(compiled).as("compiled").isEqualTo(interpreted);
    return compiled;
  }

  /// Half of them of about one size, so that sums round and cancel.
  private static int[] random(String purpose, HalfKind format) {
    var random = new Random(purpose.hashCode());
    int one = format.rounded(1.0, "rn");
    int span = 8 << format.fractionBits;
    return IntStream.range(0, SOME)
        .map(i ->
            i % 2 == 0
                ? random.nextInt()
                : one - span / 2 + random.nextInt(span) ^ random.nextInt() << 15)
        .toArray();
  }

  private static void isEqual(String what, int[] got, int[] inputs, int i, int expected) {
    if (got[i] != expected) {
      assertThat("0x%x".formatted(got[i]))
          .as("%s of 0x%x, thread %d", what, inputs[i], i)
          .isEqualTo("0x%x".formatted(expected));
    }
  }

  @ParameterizedTest
  @CsvSource({"F16, f16", "BF16, bf16"})
  void every_number_is_the_float_that_it_stands_for(HalfKind format, String type) {
    int[] got = run("cvt.f32.%s %%f1, %%h1; mov.b32 %%r4, %%f1;".formatted(type), NUMBERS);
    for (int i = 0; i < ALL; i++) {
      float expected = (float) format.number(i);
      int bits = Float.isNaN(expected) ? 0x7fffffff : Float.floatToRawIntBits(expected);
      isEqual("cvt.f32." + type, got, NUMBERS, i, bits);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "F16, rn.f16",
    "F16, rz.f16",
    "F16, rm.f16",
    "F16, rp.f16",
    "BF16, rn.bf16",
    "BF16, rz.bf16",
    "BF16, rm.bf16",
    "BF16, rp.bf16"
  })
  void floats_are_rounded_in_every_mode(HalfKind format, String to) {
    var random = new Random(to.hashCode());
    var floats = new int[ALL];
    for (int i = 0; i < ALL; i++) { // the numbers themselves, the middles between two, all others
      float exact = (float) format.value(i);
      float next = (float) format.value(i + 1);
      floats[i] =
          Float.floatToRawIntBits(
              i % 4 == 0
                  ? exact
                  : i % 4 == 1
                      ? (exact + next) / 2
                      : i % 4 == 2 ? Math.nextUp(exact) : Float.intBitsToFloat(random.nextInt()));
    }
    int[] got = run("cvt." + to + ".f32 %h4, %r1;", floats);
    for (int i = 0; i < ALL; i++) {
      int expected = format.rounded(Float.intBitsToFloat(floats[i]), to.substring(0, 2));
      isEqual("cvt." + to, got, floats, i, expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"F16, f16", "BF16, bf16"})
  void functions_of_one_number_are_right_for_all(HalfKind format, String type) {
    String ftz = format == HalfKind.BF16 ? ".ftz" : "";
    check(format, "neg." + type, 0, x -> -x);
    check(format, "abs." + type, 0, Math::abs);
    check(format, "ex2.approx" + ftz + "." + type, 1, x -> Math.pow(2, x));
    check(format, "tanh.approx." + type, 1, Math::tanh);
    check(format, "cvt.rni." + type + "." + type, 0, Math::rint);
    check(format, "cvt.rpi." + type + "." + type, 0, Math::ceil);
    check(format, "cvt.sat." + type + "." + type, 0, x -> x > 0 ? Math.min(x, 1) : 0);
  }

  /// @param away how many numbers the result may be away from the right one
  private static void check(
      HalfKind format, String instruction, int away, DoubleUnaryOperator exact) {
    int[] got = run(instruction + " %h4, %h1;", NUMBERS);
    boolean flushes = instruction.contains("ftz");
    for (int i = 0; i < ALL; i++) {
      int expected = format.rounded(exact.applyAsDouble(format.number(i)), "rn");
      boolean flushed = flushes && (expected >> format.fractionBits) == 0 && got[i] == 0;
      if (!flushed && (away == 0 || Math.abs(got[i] - expected) > away)) {
        isEqual(instruction, got, NUMBERS, i, expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"F16, f16", "BF16, bf16"})
  void whole_numbers_are_the_nearest(HalfKind format, String type) {
    int[] got = run("cvt.rni.s32." + type + " %r4, %h1;", NUMBERS);
    for (int i = 0; i < ALL; i++) {
      double x = format.number(i);
      isEqual("to an integer", got, NUMBERS, i, (int) Math.rint(x)); // Java saturates, NaN is 0
    }
    int[] values = new Random(5).ints(SOME).map(v -> v >> (v & 31)).toArray();
    int[] halves = run("cvt.rn." + type + ".s32 %h4, %r1;", values);
    int[] down = run("cvt.rm." + type + ".s32 %h4, %r1;", values);
    for (int i = 0; i < SOME; i++) {
      isEqual("an integer", halves, values, i, format.rounded((double) values[i], "rn"));
      isEqual("an integer", down, values, i, format.rounded((double) values[i], "rm"));
    }
    var huge = run("mov.b64 %rd1, {%r1, %r2}; cvt.rn." + type + ".u64 %h4, %rd1;", values, values);
    for (int i = 0; i < SOME; i++) {
      var exact =
          new BigDecimal(
              Long.toUnsignedString((values[i] & 0xffffffffL) | ((long) values[i] << 32)));
      isEqual("of 64 bits", huge, values, i, exact.signum() == 0 ? 0 : format.rounded(exact, "rn"));
    }
  }

  @ParameterizedTest
  @CsvSource({"F16, f16", "BF16, bf16"})
  void sums_and_products_are_rounded_once(HalfKind format, String type) {
    int[] a = random("a", format);
    int[] b = random("b", format);
    int[] c = random("c", format);
    for (var name : new String[] {"add", "sub", "mul", "fma.rn"}) {
      String operands = name.startsWith("fma") ? "%h4, %h1, %h2, %h3;" : "%h4, %h1, %h2;";
      int[] got = run("%s.%s %s".formatted(name, type, operands), a, b, c);
      String pairs = operands.replace("%h", "%r");
      int[] both = run("%s.%sx2 %s".formatted(name, type, pairs), a, b, c);
      for (int i = 0; i < SOME; i++) {
        int low = result(format, name, a[i] & 0xffff, b[i] & 0xffff, c[i] & 0xffff);
        int high = result(format, name, a[i] >>> 16, b[i] >>> 16, c[i] >>> 16);
        isEqual(name + "." + type, got, a, i, low);
        isEqual(name + "." + type + "x2", both, a, i, low | high << 16);
      }
    }
  }

  private static int result(HalfKind format, String name, int a, int b, int c) {
    double x = format.number(a);
    double y = format.number(b);
    double z = format.number(c);
    double near =
        switch (name) {
          case "add" -> x + y;
          case "sub" -> x - y;
          case "mul" -> x * y;
          default -> x * y + z;
        };
    if (Double.isNaN(near) || Double.isInfinite(near)) {
      return format.rounded(near, "rn");
    }
    var p = new BigDecimal(x);
    var q = new BigDecimal(y);
    var exact =
        switch (name) {
          case "add" -> p.add(q);
          case "sub" -> p.subtract(q);
          case "mul" -> p.multiply(q);
          default -> p.multiply(q).add(new BigDecimal(z));
        };
    return exact.signum() == 0 ? format.rounded(near, "rn") : format.rounded(exact, "rn");
  }

  @ParameterizedTest
  @CsvSource({"F16, f16", "BF16, bf16"})
  void comparisons_and_the_greater_of_two(HalfKind format, String type) {
    int[] a = random("d", format);
    int[] b = random("e", format);
    IntStream.range(0, SOME).filter(i -> i % 5 == 0).forEach(i -> b[i] = a[i]);
    int[] less =
        run("setp.lt.%s %%p1, %%h1, %%h2; selp.u32 %%r4, 1, 0, %%p1;".formatted(type), a, b);
    int[] both =
        run(
            """
            setp.geu.%sx2 %%p1|%%p2, %%r1, %%r2;
            selp.u32 %%r4, 1, 0, %%p1; @%%p2 add.u32 %%r4, %%r4, 2;
            """
                .formatted(type),
            a,
            b);
    int[] ones = run("set.eq.%1$sx2.%1$sx2 %%r4, %%r1, %%r2;".formatted(type), a, b);
    int[] masks = run("set.ne.u32.%sx2 %%r4, %%r1, %%r2;".formatted(type), a, b);
    int[] most = run("max.%s %%h4, %%h1, %%h2;".formatted(type), a, b);
    int[] least = run("min.NaN.%s %%h4, %%h1, %%h2;".formatted(type), a, b);
    int one = format.rounded(1.0, "rn");
    for (int i = 0; i < SOME; i++) {
      double x = format.number(a[i] & 0xffff);
      double y = format.number(b[i] & 0xffff);
      double u = format.number(a[i] >>> 16);
      double v = format.number(b[i] >>> 16);
      isEqual("lt", less, a, i, x < y ? 1 : 0);
      isEqual("geu", both, a, i, (x < y ? 0 : 1) + (u < v ? 0 : 2));
      isEqual("eq", ones, a, i, (x == y ? one : 0) | (u == v ? one << 16 : 0));
      isEqual("ne", masks, a, i, (x < y || x > y ? 0xffff : 0) | (u < v || u > v ? -1 << 16 : 0));
      double greater = Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y);
      isEqual("max", most, a, i, format.rounded(greater, "rn"));
      isEqual("min.NaN", least, a, i, format.rounded(Math.min(x, y), "rn"));
    }
  }

  @Test
  void words_of_an_instruction_change_its_result() {
    int[] a = random("f", HalfKind.F16);
    int[] b = random("g", HalfKind.F16);
    int[] positive = run("fma.rn.relu.f16 %h4, %h1, %h2, %h3;", a, b, b);
    int[] saturated = run("add.sat.f16 %h4, %h1, %h2;", a, b);
    int[] flushed = run("add.ftz.f16 %h4, %h1, %h2;", a, b);
    int[] pairs = run("cvt.rn.f16x2.f32 %r4, %r1, %r2;", a, b);
    for (int i = 0; i < SOME; i++) {
      int x = a[i] & 0xffff;
      int y = b[i] & 0xffff;
      int product = result(HalfKind.F16, "fma.rn", x, y, y);
      boolean negative = HalfKind.F16.number(product) < 0;
      isEqual("relu", positive, a, i, negative ? 0 : product);
      double sum = HalfKind.F16.number(result(HalfKind.F16, "add", x, y, 0));
      int clamped = HalfKind.F16.rounded(sum > 0 ? Math.min(sum, 1) : 0, "rn");
      isEqual("sat", saturated, a, i, clamped);
      isEqual("ftz", flushed, a, i, flush(result(HalfKind.F16, "add", flush(x), flush(y), 0)));
      int upper = HalfKind.F16.rounded(Float.intBitsToFloat(a[i]), "rn");
      int lower = HalfKind.F16.rounded(Float.intBitsToFloat(b[i]), "rn");
      isEqual("two floats", pairs, a, i, upper << 16 | lower);
    }
  }

  private static int flush(int half) {
    return (half & 0x7c00) == 0 ? half & 0x8000 : half;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16"})
  void sums_in_memory_are_of_pairs_or_of_one(String type) {
    var format = type.equals("f16") ? HalfKind.F16 : HalfKind.BF16;
    int one = format.rounded(1.0, "rn");
    int[] ones = IntStream.range(0, SOME).map(i -> i % 256 < 64 ? one << 16 | one : 0).toArray();
    int[] got =
        run(
            """
            mul.wide.u32 %%rd5, %%r7, 4;
            sub.s64 %%rd5, %%rd3, %%rd5;
            st.global.u32 [%%rd3], 0;
            bar.sync 0;
            red.global.add.noftz.%1$sx2 [%%rd5], %%r1;
            atom.global.add.noftz.%1$s %%h5, [%%rd5+2], %%h1;
            bar.sync 0;
            ld.global.u32 %%r4, [%%rd5];
            """
                .formatted(type),
            ones,
            ones,
            new int[SOME]);
    int expected = format.rounded(64.0, "rn") | format.rounded(128.0, "rn") << 16;
    assertThat(got).containsOnly(expected);
  }
}
