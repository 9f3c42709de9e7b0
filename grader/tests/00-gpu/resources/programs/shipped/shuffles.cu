// Shuffles of what has no default constructor, and of volatile numbers.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct Share {
  int lane;
  double part;
  __host__ __device__ Share(int lane, double part) : lane(lane), part(part) {}
};
__global__ void all(double *y) {
  __shared__ int own[32];
  volatile int *s = own;
  int i = threadIdx.x;
  s[i] = 10 * i;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto lanes = cg::coalesced_threads();
  Share next = tile.shfl_down(Share(i, i / 2.0), 1), third = lanes.shfl(Share(i, i / 2.0), 3);
  int after = tile.shfl_down(s[i], 1), fifth = lanes.shfl(s[i], 5), other = __shfl_xor_sync(~0u, s[i], 1);
  if (i == 0) y[0] = next.lane, y[1] = next.part, y[2] = third.part, y[3] = after, y[4] = fifth, y[5] = other;
}
int main() {
  double *d, y[6];
  cudaMalloc(&d, sizeof y);
  all<<<1, 32>>>(d);
  cudaMemcpy(y, d, sizeof y, cudaMemcpyDeviceToHost);
  for (double v : y) printf("%g ", v);
  printf("\n");
  cudaFree(d);
}
