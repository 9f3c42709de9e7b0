// A reduction of a struct, as an online softmax has it.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct SumMax { float sum, most; };
struct Joined {
  __device__ SumMax operator()(SumMax a, SumMax b) const { return {a.sum + b.sum, fmaxf(a.most, b.most)}; }
};
__global__ void join(SumMax *y) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  SumMax mine = {threadIdx.x + 0.5f, (float)(threadIdx.x * 7 % 32)};
  mine = cg::reduce(tile, mine, Joined());
  uchar4 bytes = tile.shfl_xor(make_uchar4(threadIdx.x, 1, 2, 3), 1);
  if (threadIdx.x == 4) *y = {mine.sum, mine.most + bytes.x * 100};
}
int main() {
  SumMax *y, h;
  cudaMalloc(&y, sizeof h);
  join<<<1, 32>>>(y);
  cudaMemcpy(&h, y, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h.sum, h.most);
  cudaFree(y);
}
