// Groups of lanes with the same answer or label: of a tile, and of the lanes that are here.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void sums(int *y) {
  int i = threadIdx.x;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  auto same = cg::labeled_partition(tile, (char)(i % 3));
  y[i] = cg::reduce(same, i, cg::plus<int>());
  y[i] += 100000 * cg::binary_partition(tile, i % 4 == 0).size();
  if (i % 4 == 0) y[i] += 1000 * cg::labeled_partition(cg::coalesced_threads(), i < 8).size();
  if (i % 2 == 1) y[i] += 1000 * cg::labeled_partition(cg::coalesced_threads(), i / 8).size();
}
int main() {
  int *y, wrong = 0;
  cudaMallocManaged(&y, 64 * sizeof *y);
  sums<<<1, 64>>>(y);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) {
    int sum = (i % 4 ? 1200000 : 400000) + (i % 2 ? 4000 : i % 4 ? 0 : i < 8 ? 2000 : i < 32 ? 6000 : 8000);
    for (int j = i / 16 * 16; j < i / 16 * 16 + 16; j++) sum += j % 3 == i % 3 ? j : 0;
    wrong += y[i] != sum;
  }
  printf("%d wrong\n", wrong);
  cudaFree(y);
}
