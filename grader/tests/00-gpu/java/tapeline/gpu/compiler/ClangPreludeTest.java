package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.tests.Resource;

/// The functions that our prelude gives clang in place of a CUDA toolkit, run on the emulator.
@Tag("slow")
@Needs(Need.CUDA)
class ClangPreludeTest {
  private static final String ROWS =
      """
      #include <cuda_bf16.h>
      #include <cuda_fp16.h>
      #include <math.h>
      #define AFTER(T, begin, ...) ({ \\
        __shared__ T both[2]; /* for 16 bits the word around them is changed */ \\
        T &x = both[0]; \\
        if (t == 0) x = begin; \\
        __syncthreads(); \\
        __VA_ARGS__; \\
        __syncthreads(); \\
        x; \\
      })
      __device__ int scratch[32];
      """;
  private static final String ROW =
      """
      extern "C" __global__ void rowNUMBER(double* got, double* wanted) {
        int t = threadIdx.x, a = t % 4 + 1, b = t % 3, p = t % 2 + 1;
        got[t] = (double)(GOT);
        wanted[t] = (double)(WANTED);
      }
      """;

  private final CudaCompiler clang = Clang.orSkip();
  private final Gpu gpu = Gpu.on(new EmulatedGpu());

  /// They use what the emulator knows, so that the prelude lacks none of it.
  @Test
  void every_kernel_of_the_emulators_tests_compiles() throws IOException, URISyntaxException {
    var folder = Path.of(Objects.requireNonNull(getClass().getResource("/kernels")).toURI());
    try (var files = Files.list(folder)) {
      assertThat(files.filter(f -> f.toString().endsWith(".cu")).map(CudaSource::of))
          .isNotEmpty()
          .allSatisfy(source -> assertThat(clang.compile(source)).contains(".entry"));
    }
  }

  @Test
  void functions_come_to_what_plain_c_comes_to() {
    var rows =
        Resource.text(ClangPreludeTest.class, "/prelude.txt")
            .lines()
            .filter(line -> line.contains(" | ") && !line.startsWith("//"))
            .flatMap(ClangPreludeTest::inBothFormats)
            .toList();
    var text = new StringBuilder(ROWS);
    for (int i = 0; i < rows.size(); i++) {
      text.append(
          ROW.replace("NUMBER", "" + i)
              .replace("GOT", rows.get(i)[0])
              .replace("WANTED", rows.get(i)[1]));
    }
    var module = gpu.load(clang.compile(new CudaSource("prelude.cu", text.toString())));
    for (int i = 0; i < rows.size(); i++) {
      var got = gpu.ints("got", 64);
      var wanted = gpu.ints("wanted", 64);
      module.kernel("row" + i).launch(GpuLaunch.of(1, 32), got, wanted);
      assertThat(doubles(got)).as(rows.get(i)[0]).isEqualTo(doubles(wanted));
    }
  }

  /// A row's two sides, of one with H with half and with __nv_bfloat16.
  private static Stream<String[]> inBothFormats(String row) {
    return Stream.of("half", "__nv_bfloat16")
        .map(h -> row.replaceAll("\\bH\\b", h).replaceAll("\\bH2\\b", h + "2"))
        .distinct()
        .map(r -> r.split(" \\| ", 2));
  }

  private static List<Double> doubles(DeviceBuffer words) {
    int[] all = words.toInts();
    return IntStream.range(0, all.length / 2)
        .mapToObj(i -> Double.longBitsToDouble(pair(all, i)))
        .toList();
  }

  private static long pair(int[] words, int i) {
    return Integer.toUnsignedLong(words[2 * i]) | (long) words[2 * i + 1] << 32;
  }

  @Test
  void functions_of_doubles_are_those_of_java() {
    var text =
        """
        extern "C" __global__ void functions(const double* x, const double* y, double* out) {
          int i = threadIdx.x;
          double* o = out + 7 * i;
          o[0] = pow(x[i], y[i]);
          o[1] = sin(x[i]);
          o[2] = cos(x[i]);
          o[3] = exp(x[i]);
          o[4] = isnan(x[i]);
          o[5] = isinf(x[i]);
          o[6] = isfinite(x[i]);
        }
        """;
    double inf = Double.POSITIVE_INFINITY;
    double[][] pairs = {
      {-2, 3},
      {-2, 2},
      {-2, 0.5},
      {0, 0},
      {0, 2},
      {0, -1},
      {-0.0, 3},
      {-0.0, -3},
      {-1.5, -3},
      {Double.NaN, 0},
      {Double.NaN, 1},
      {1, inf},
      {inf, -1},
      {-inf, 3},
      {-inf, 0.5},
      {1e300, 0.5},
      {0.7853, 1},
      {0.78, 2},
      {2.3, 1.7},
      {-4.4, 5},
      {12.9, -2},
      {-746, 2},
      {3, 1e16}
    };
    var x = doubles("x", Arrays.stream(pairs).mapToDouble(p -> p[0]).toArray());
    var y = doubles("y", Arrays.stream(pairs).mapToDouble(p -> p[1]).toArray());
    var out = gpu.ints("out", 14 * pairs.length);
    gpu.load(clang.compile(new CudaSource("functions.cu", text)))
        .kernel("functions")
        .launch(GpuLaunch.of(1, pairs.length), x, y, out);
    int[] words = out.toInts();
    for (int i = 0; i < pairs.length; i++) {
      int at = i;
      double v = pairs[i][0];
      double w = pairs[i][1];
      var java = new double[] {Math.pow(v, w), Math.sin(v), Math.cos(v), Math.exp(v)};
      if (v == 1) {
        java[0] = 1; // in C also with an infinite exponent
      }
      for (int f = 0; f < 4; f++) {
        assertThat(Double.longBitsToDouble(pair(words, 7 * i + f)))
            .as("%s of %s and %s", List.of("pow", "sin", "cos", "exp").get(f), v, w)
            .satisfies(near(java[f]));
      }
      assertThat(IntStream.of(4, 5, 6).mapToObj(f -> pair(words, 7 * at + f) != 0).toList())
          .as("isnan, isinf, isfinite of %s", v)
          .containsExactly(Double.isNaN(v), Double.isInfinite(v), Double.isFinite(v));
    }
  }

  private static Consumer<Double> near(double wanted) {
    return got -> {
      if (wanted == 0 || !Double.isFinite(wanted)) {
        assertThat(got + 0.0).isEqualTo(Double.valueOf(wanted + 0.0)); // −0 is 0
      } else {
        assertThat(Math.abs(got / wanted - 1)).as("%s for %s", got, wanted).isLessThan(2e-13);
      }
    };
  }

  private DeviceBuffer doubles(String name, double... values) {
    var words = new int[2 * values.length];
    for (int i = 0; i < values.length; i++) {
      long bits = Double.doubleToRawLongBits(values[i]);
      words[2 * i] = (int) bits;
      words[2 * i + 1] = (int) (bits >> 32);
    }
    return gpu.intsOf(name, words);
  }

  @Test
  void fragments_of_mma_h_multiply_matrices() {
    var text =
        """
        #include <mma.h>
        using namespace nvcuda;
        extern "C" __global__ void product(float* y) { // 32 × 16 by 16 × 8, sums in half precision
          __shared__ __align__(32) half a[16 * 32], b[16 * 8], c[32 * 8];
          int t = threadIdx.x;
          for (int i = t; i < 512; i += 32) a[i] = half((i / 32 + i % 32) % 5 - 2); // column by column
          for (int i = t; i < 128; i += 32) b[i] = half(i % 8 - i / 8 % 3);        // row by row
          for (int i = t; i < 256; i += 32) c[i] = half(i % 32);                   // column by column
          __syncwarp();
          wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> u;
          wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> v;
          wmma::fragment<wmma::accumulator, 32, 8, 16, half> sum;
          wmma::load_matrix_sync(u, a, 32);
          wmma::load_matrix_sync(v, b, 8);
          wmma::load_matrix_sync(sum, c, 32, wmma::mem_col_major);
          wmma::mma_sync(sum, u, v, sum);
          for (int i = 0; i < sum.num_elements; i++) sum.x[i] = sum.x[i] * half(2);
          wmma::store_matrix_sync(c, sum, 32, wmma::mem_col_major);
          __syncwarp();
          for (int i = t; i < 256; i += 32) y[i] = c[i];
        }
        """;
    var out = gpu.floats("y", 256);
    gpu.load(clang.compile(new CudaSource("product.cu", text)))
        .kernel("product")
        .launch(GpuLaunch.of(1, 32), out);
    var y = out.toFloats();
    for (int i = 0; i < 256; i++) {
      int row = i % 32;
      int column = i / 32;
      int sum = row;
      for (int k = 0; k < 16; k++) {
        sum += ((k + row) % 5 - 2) * (column - k % 3);
      }
      assertThat(y[i]).as("row %d, column %d", row, column).isEqualTo(2 * sum);
    }
  }

  @Test
  void copies_of_the_pipeline_are_made_at_once_on_cards_that_have_none() {
    var text =
        """
        #include <cuda_pipeline.h>
        extern "C" __global__ void copies(const float4* in, float4* out) {
          __shared__ __align__(16) float4 tile[32];
          int t = threadIdx.x;
          __pipeline_memcpy_async(&tile[t], &in[t], 16, t % 2 * 12);
          __pipeline_commit();
          __pipeline_wait_prior(0);
          out[t] = tile[t];
        }
        """;
    var in = new float[4 * 32];
    for (int i = 0; i < in.length; i++) {
      in[i] = i + 1;
    }
    var out = gpu.floats("out", 4 * 32);
    gpu.load(clang.compile(new CudaSource("copies.cu", text)))
        .kernel("copies")
        .launch(GpuLaunch.of(1, 32), gpu.floatsOf("in", in), out);
    var y = out.toFloats();
    for (int i = 0; i < y.length; i++) {
      assertThat(y[i]).as("float %d", i).isEqualTo(i / 4 % 2 == 1 && i % 4 > 0 ? 0 : i + 1);
    }
  }

  @Test
  void vectors_of_two_and_four_move_as_one() {
    var text =
        """
        extern "C" __global__ void move(const float4* in, float4* out) {
          __shared__ float4 tile[32];
          int t = threadIdx.x;
          tile[t] = in[t];
          __syncthreads();
          float4 v = tile[31 - t];
          v.x += 100;
          v.w += 7;
          out[t] = v;
          float4 zero = {}, halves = {1, 2}, all{1, 2, 3, 4};
          out[t + 32] = t % 3 == 0 ? zero : t % 3 == 1 ? halves : all;
        }
        """;
    var ptx = clang.compile(new CudaSource("move.cu", text));
    var moves =
        ptx.lines().map(String::strip).filter(l -> l.matches("(ld|st)\\.(global|shared).*"));
    assertThat(moves).isNotEmpty().allMatch(l -> l.contains(".v4."), "moves four words");
    var in = new float[4 * 32];
    for (int i = 0; i < in.length; i++) {
      in[i] = i;
    }
    var out = gpu.floats("out", 8 * 32);
    gpu.load(ptx).kernel("move").launch(GpuLaunch.of(1, 32), gpu.floatsOf("in", in), out);
    var y = out.toFloats();
    for (int t = 0; t < 32; t++) {
      int from = 4 * (31 - t);
      assertThat(Arrays.copyOfRange(y, 4 * t, 4 * t + 4))
          .as("thread %d", t)
          .containsExactly(from + 100, from + 1, from + 2, from + 3 + 7);
      float[][] kinds = {{0, 0, 0, 0}, {1, 2, 0, 0}, {1, 2, 3, 4}};
      assertThat(Arrays.copyOfRange(y, 128 + 4 * t, 132 + 4 * t))
          .as("initialised by thread %d", t)
          .containsExactly(kinds[t % 3]);
    }
  }

  @Test
  void a_vector_is_loaded_at_its_own_line() {
    var text =
        """
        extern "C" __global__ void sums(const float4* x, float* y) {
          int i = threadIdx.x;
          float4 q = x[i];
          float s = q.x + q.y;
          y[i] = s + q.w;
        }
        """;
    var lines = clang.compile(new CudaSource("sums.cu", text)).lines().map(String::strip).toList();
    var loads = lines.stream().filter(l -> l.startsWith("ld.global")).toList();
    assertThat(loads).hasSize(1);
    var before = lines.subList(0, lines.indexOf(loads.getFirst()));
    assertThat(before.stream().filter(l -> l.startsWith(".loc")).toList().getLast())
        .matches("\\.loc\\s+1\\s+3\\s.*");
  }

  @Test
  void a_loop_without_end_and_effect_stays() {
    var text =
        """
        extern "C" __global__ void spin(int* x) {
          x[threadIdx.x] = 1;
          while (true);
        }
        """;
    assertThat(clang.compile(new CudaSource("spin.cu", text))).contains("st.global.u32", "bra.uni");
  }

  @Test
  void each_instruction_has_a_line_of_the_kernels() {
    var text =
        """
        extern "C" __global__ void lines(float* x) {
          int i = threadIdx.x;
          x[i] = tanhf(x[i])
              + expf(x[i]);
        }
        """;
    var ptx = clang.compile(new CudaSource("lines.cu", text));
    assertThat(ptx.lines().filter(l -> l.strip().startsWith(".file")))
        .allMatch(l -> l.contains("\"lines.cu\"") || l.contains("\"clang_prelude.h\""));
    assertThat(ptx.lines().map(String::strip).filter(l -> l.startsWith(".loc")))
        .isNotEmpty()
        .allMatch(l -> l.matches("\\.loc\\s+1\\s+[1-5]\\s.*"), "in lines 1 to 5 of file 1");
  }
}
