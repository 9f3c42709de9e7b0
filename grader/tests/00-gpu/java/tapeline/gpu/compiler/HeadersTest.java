package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.gpu.ptx.PtxModule;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// A kernel may include what CUDA's own headers are called, whichever compiler is here.
@Needs(Need.CUDA)
class HeadersTest {
  private static final CudaSource KERNEL =
      new CudaSource(
          "headers.cu",
          """
          #include <cuda_bf16.h>
          #include <cuda_fp16.h>
          #include <cuda_pipeline.h>
          #include <mma.h>
          using namespace nvcuda;

          extern "C" __global__ void all(half* h, __nv_bfloat16* b, float* f) {
            __shared__ __align__(32) half tile[256];
            __shared__ __align__(16) float row[32];
            uint t = (ulong)(ushort)threadIdx.x;
            __pipeline_memcpy_async(&row[t], &f[t], sizeof(float));
            __pipeline_commit();
            __pipeline_wait_prior(0);
            for (uint i = t; i < 256; i += 32) tile[i] = hexp(__shfl_down_sync(~0u, __hadd(h[i], h[t]), 1));
            b[t] = __shfl_up_sync(~0u, __hmul(b[t], __float2bfloat16(row[t])), 2);
            __syncthreads();
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> v;
            wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
            wmma::fill_fragment(sum, 0.0f);
            wmma::load_matrix_sync(u, tile, 16);
            wmma::load_matrix_sync(v, tile, 16);
            wmma::mma_sync(sum, u, v, sum);
            wmma::store_matrix_sync(f, sum, 16, wmma::mem_row_major);
          }
          """);

  static Stream<CompilerSearch.Route> routes() {
    return CompilerSearch.installed().stream();
  }

  @ParameterizedTest
  @MethodSource("routes")
  void are_known_to_each_compiler(CompilerSearch.Route route) {
    var compiler = Optional.<CudaCompiler>empty();
    try {
      compiler = route.find().get();
    } catch (UnusableCompiler _) {
      // it is of no use here, which is no matter of headers
    }
    assumeTrue(compiler.isPresent(), route.name() + " is absent");
    var ptx = compiler.orElseThrow().compile(KERNEL);
    assertThat(PtxModule.parse(ptx).function("all").kernel()).isTrue();
  }
}
