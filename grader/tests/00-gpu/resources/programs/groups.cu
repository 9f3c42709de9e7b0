// Sums by tiles of a warp, twice, with barriers of the whole grid between.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

#ifdef NO_GRID_BARRIER
#define BARRIER
#else
#define BARRIER grid.sync()
#endif

__global__ void shares(const int *x, int *sums, float *out, int n) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int i = (int)grid.thread_rank();
  int sum = cg::reduce(tile, x[i], cg::plus<int>());
  int b = (int)grid.block_rank(), all = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int late = 4 * (pass == 0 ? b : 3 - b); late > 0; late--) block.sync();  // another block is the last to come
    if (tile.thread_rank() == 0) sums[block.group_index().x * tile.meta_group_size() + tile.meta_group_rank()] = sum * (pass + 1);
    BARRIER;
    for (int t = 0; t < n / 8; t++) all += sums[t];
    BARRIER;
  }
  out[i] = (float)x[i] / (all / 3);
}

int main() {
  const int n = 256;
  int *x, *sums;
  float *out;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&sums, n / 8 * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = i;
  for (int i = 0; i < n / 8; i++) sums[i] = 0;
  int size = n;
  void *arguments[] = {&x, &sums, &out, &size};
  cudaError_t e = cudaLaunchCooperativeKernel(shares, dim3(4), dim3(64), arguments);
  cudaDeviceSynchronize();
  bool right = e == cudaSuccess;
  for (int i = 0; i < n; i++) right = right && out[i] == (float)i / (n * (n - 1) / 2);
  printf("%s: %s\n", cudaGetErrorName(e), right ? "right" : "wrong");
  cudaFree(x);
  cudaFree(sums);
  cudaFree(out);
  return right ? 0 : 1;
}
