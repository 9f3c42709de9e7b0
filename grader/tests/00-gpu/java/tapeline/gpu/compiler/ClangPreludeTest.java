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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The functions that our prelude gives clang in place of a CUDA toolkit, run on the emulator.
@Tag("slow")
@Needs(Need.CUDA)
class ClangPreludeTest {
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
  void warp_functions_move_every_type() {
    var text =
        """
        extern "C" __global__ void warp(int* i, float* f, double* d, long long* l) {
          int t = threadIdx.x;
          i[t] = __shfl_down_sync(~0u, t, 1) + 100 * __shfl_up_sync(~0u, t, 2);
          f[t] = __shfl_xor_sync(~0u, (float)t, 4) + (float)__popc(__ballot_sync(~0u, t < 5));
          d[t] = __shfl_sync(~0u, 0.5 * t, 7, 8);
          l[t] = __shfl_sync(~0u, (long long)t << 40, 3) + __any_sync(~0u, t == 9)
              + __all_sync(~0u, t == 9) + __activemask();
        }
        """;
    var module = gpu.load(clang.compile(new CudaSource("warp.cu", text)));
    var ints = gpu.ints("i", 32);
    var floats = gpu.floats("f", 32);
    var doubles = gpu.ints("d", 64);
    var longs = gpu.ints("l", 64);
    module.kernel("warp").launch(GpuLaunch.of(1, 32), ints, floats, doubles, longs);
    for (int t = 0; t < 32; t++) {
      int up = t < 2 ? t : t - 2;
      int down = t == 31 ? t : t + 1;
      assertThat(ints.toInts()[t]).as("lane %d", t).isEqualTo(down + 100 * up);
      assertThat(floats.toFloats()[t]).as("lane %d", t).isEqualTo((t ^ 4) + 5);
      assertThat(Double.longBitsToDouble(pair(doubles.toInts(), t)))
          .as("lane %d", t)
          .isEqualTo(0.5 * (t / 8 * 8 + 7));
      assertThat(pair(longs.toInts(), t)).as("lane %d", t).isEqualTo((3L << 40) + 1 + 0xffffffffL);
    }
  }

  private static long pair(int[] words, int i) {
    return Integer.toUnsignedLong(words[2 * i]) | (long) words[2 * i + 1] << 32;
  }

  @Test
  void keys_of_every_type_are_matched_by_their_bits() {
    var text =
        """
        extern "C" __global__ void match(unsigned* same) {
          int t = threadIdx.x;
          same[t] = __match_any_sync(~0u, t % 4);
          same[32 + t] = __match_any_sync(~0u, (long long)(t % 4) << 32);
          same[64 + t] = __match_any_sync(~0u, 0.25f * (t % 4));
          same[96 + t] = __match_any_sync(~0u, 1 + 1e-12 * (t % 4));
        }
        """;
    var same = gpu.ints("same", 128);
    gpu.load(clang.compile(new CudaSource("match.cu", text)))
        .kernel("match")
        .launch(GpuLaunch.of(1, 32), same);
    for (int i = 0; i < 128; i++) {
      assertThat(same.toInts()[i]).as("key %d", i).isEqualTo(0x11111111 << i % 4);
    }
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
  void what_a_toolkit_has_besides_is_there() {
    var text =
        """
        #include <cuda_fp16.h>
        extern "C" __global__ void besides(int* i, float4* f) {
          int t = threadIdx.x, all;
          float4 sum = {0};
          dim3 size = blockDim;
          uint3 me = threadIdx;
          sum.w += size.x + me.x;
          f[t] = sum;
          i[t] = (int)__match_all_sync(~0u, 5, &all) + all + (int)__match_all_sync(~0u, t, &all) + all;
          i[32 + t] = (int)__shfl_sync(~0u, (unsigned long)t << 33 >> 33, 31 - t) + (int)__shfl_xor_sync(~0u, (long)t, 1);
          ulonglong2 pair = make_ulonglong2(t, t);
          memset(i + 64 + t, t == 3 ? -1 : 0, sizeof(int));
          memcpy(i + 96 + t, &pair.y, sizeof(int));
          atomicAdd_block(i + 128, 1);
          atomicCAS_system(i + 129, 0, 7);
          __stcg(i + 130, __ldcg(i + 129) + __hadd(3, 4) + (int)(float)__hadd(__float2half(1), __float2half(1)));
        }
        """;
    var i = gpu.ints("i", 131);
    var f = gpu.floats("f", 4 * 32);
    gpu.load(clang.compile(new CudaSource("besides.cu", text)))
        .kernel("besides")
        .launch(GpuLaunch.of(1, 32), i, f);
    for (int t = 0; t < 32; t++) {
      assertThat(f.toFloats()[4 * t + 3]).isEqualTo(32 + t);
      assertThat(i.toInts()[t]).as("lanes that match").isEqualTo(0);
      assertThat(i.toInts()[32 + t]).as("shuffled to %d", t).isEqualTo(31 - t + (t ^ 1));
      assertThat(i.toInts()[64 + t]).as("set by %d", t).isEqualTo(t == 3 ? -1 : 0);
      assertThat(i.toInts()[96 + t]).as("copied by %d", t).isEqualTo(t);
    }
    assertThat(Arrays.copyOfRange(i.toInts(), 128, 131)).containsExactly(32, 7, 7 + 3 + 2);
  }

  @Test
  void numbers_of_16_bits_are_rounded_once_and_compared_as_on_a_card() {
    var text =
        """
        #include <cuda_bf16.h>
        #include <cuda_fp16.h>
        extern "C" __global__ void halves(float* y, double tiny) {
          __half none = __float2half(NAN), one = __float2half(1);
          y[0] = __hne(none, one);
          y[1] = (none != one) + __hneu(none, one) + __hequ(none, one);
          y[2] = __hne(one, __float2half(2));
          y[3] = __half2float(__double2half(1 + 0x1p-11 + tiny));
          y[4] = __half2float(__double2half(-1 - 0x1p-11 - tiny));
          y[5] = __bfloat162float(__nv_bfloat16(1 + 0x1p-8 + tiny));
          y[6] = __half2float(__half(1 + 0x1p-11));
          y[7] = __bfloat162float(__float2bfloat16_rz(-1.0039f));
          y[8] = __bfloat162float(__float2bfloat16_rd(-1.0039f));
          nv_bfloat16 up = __float2bfloat16_ru(1.0039f);
          y[9] = __bfloat162float(up);
        }
        """;
    var y = gpu.floats("y", 10);
    gpu.load(clang.compile(new CudaSource("halves.cu", text)))
        .kernel("halves")
        .launch(GpuLaunch.of(1, 1), y, 0x1p-40);
    float half = 1 + 0x1p-10f;
    float bfloat = 1 + 0x1p-7f;
    assertThat(y.toFloats()).containsExactly(0, 3, 1, half, -half, bfloat, 1, -1, -bfloat, bfloat);
  }

  @Test
  void atomics_add_up() {
    var text =
        """
        extern "C" __global__ void atomics(int* i, float* f) {
          int t = threadIdx.x;
          atomicAdd(&i[0], t); atomicSub(&i[1], 1); atomicMax(&i[2], t); atomicMin(&i[3], -t);
          atomicOr((unsigned*)&i[4], 1u << (t & 31)); atomicXor(&i[5], t); atomicAnd(&i[6], ~t);
          atomicInc((unsigned*)&i[7], 9u); atomicCAS(&i[8], 0, 77);
          atomicAdd((unsigned long long*)&i[10], 1ull << 32);
          atomicAdd(&f[0], 0.5f); atomicExch(&f[1], 3.f);
        }
        """;
    var module = gpu.load(clang.compile(new CudaSource("atomics.cu", text)));
    var i = gpu.intsOf("i", 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0);
    var f = gpu.floatsOf("f", 0, 0);
    module.kernel("atomics").launch(GpuLaunch.of(1, 64), i, f);
    assertThat(i.toInts()).containsExactly(64 * 63 / 2, -64, 63, -63, -1, 0, ~63, 4, 77, 0, 0, 64);
    assertThat(f.toFloats()).containsExactly(32, 3);
  }

  @Test
  void halves_are_computed_with_in_either_format() {
    var text =
        """
        #include <cuda_bf16.h>
        #include <cuda_fp16.h>
        template <class H, class H2> __device__ void compute(H* x, H2* y, float* z) {
          int t = threadIdx.x;
          H a = x[t], b = x[32 + t];
          z[t] = (float)(a + b * a - b) + (float)__hfma(a, b, -a) + (a < b) + (float)__hmin(a, b);
          H2 p = y[t], q = __hfma2(p, H2(b, b), p) + -p / p;
          z[32 + t] = __low2float(q) + 64 * __high2float(q) + (float)__shfl_down_sync(~0u, a, 1)
              + __low2float(__shfl_xor_sync(~0u, p, 1)) + __low2float(__hlt2(p, q)) + __hisnan(b);
          atomicAdd(&x[64], H(1)); atomicAdd(&x[65], a); atomicAdd(&y[33], H2(H(1), a));
          __syncthreads();
          z[64 + t] = (float)x[64] + (float)x[65] + __low2float(y[33]) * 1024 + __high2float(y[33]);
        }
        extern "C" __global__ void halves(float* z) {
          __shared__ half x[66];
          __shared__ half2 y[34];
          int t = threadIdx.x;
          x[t] = half(t % 4 + 1); x[32 + t] = half(t % 3);
          y[t] = __floats2half2_rn(t % 2 + 1, 4);
          if (t < 2) x[64 + t] = half(0), y[32 + t] = half2(half(0), half(0));
          __syncthreads();
          compute(x, y, z);
          z[96 + t] = __half2float(__float2half_ru(2049.f)) - __half2int_rz(half(-2.7f));
        }
        extern "C" __global__ void brains(float* z) {
          __shared__ __nv_bfloat16 x[66];
          __shared__ __nv_bfloat162 y[34];
          int t = threadIdx.x;
          x[t] = __nv_bfloat16(t % 4 + 1); x[32 + t] = __nv_bfloat16(t % 3);
          y[t] = __floats2bfloat162_rn(t % 2 + 1, 4);
          if (t < 2) x[64 + t] = __nv_bfloat16(0), y[32 + t] = __floats2bfloat162_rn(0, 0);
          __syncthreads();
          compute(x, y, z);
          z[96 + t] = __bfloat162float(__float2bfloat16(257.f));
        }
        """;
    var module = gpu.load(clang.compile(new CudaSource("halves.cu", text)));
    for (var name : new String[] {"halves", "brains"}) {
      var out = gpu.floats("z", 128);
      module.kernel(name).launch(GpuLaunch.of(1, 32), out);
      var z = out.toFloats();
      for (int t = 0; t < 32; t++) {
        int a = t % 4 + 1;
        int b = t % 3;
        int p = t % 2 + 1;
        int q = p * b + p - 1;
        int least = Math.min(a, b);
        int down = t == 31 ? a : (t + 1) % 4 + 1;
        assertThat(z[t])
            .as(name + t)
            .isEqualTo(a + b * a - b + a * b - a + (a < b ? 1 : 0) + least);
        assertThat(z[32 + t])
            .as(name + t)
            .isEqualTo(q + 64 * (4 * b + 3) + down + 3 - p + (p < q ? 1 : 0));
        assertThat(z[64 + t]).as(name + t).isEqualTo(32 + 80 + 32 * 1024 + 80);
        assertThat(z[96 + t]).as(name + t).isEqualTo(name.equals("halves") ? 2050 + 2 : 256);
      }
    }
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
