// The lanes that are here take their places by one atomic, whose answer only their first lane has before the shuffle.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int place(int *counter) {
  auto group = cg::coalesced_threads();
  int base;
  if (group.thread_rank() == 0) base = atomicAdd(counter, group.size());
  return group.shfl(base, 0) + group.thread_rank();
}
__global__ void odd(const int *x, int *y, int *counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] & 1) y[place(counter)] = x[i];
}
__global__ void sums(int *y) {
  y[0] = __reduce_add_sync(~0u, (int)threadIdx.x);
  y[1] = __reduce_max_sync(~0u, threadIdx.x);
}
int main() {
  const int n = 1000;
  int h[n], *x, *y, *counter, count, got[2];
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof h), cudaMalloc(&y, sizeof h), cudaMalloc(&counter, sizeof(int));
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(counter, 0, sizeof(int));
  odd<<<(n + 127) / 128, 128>>>(x, y, counter, n);
  cudaMemcpy(&count, counter, sizeof(int), cudaMemcpyDeviceToHost);
  sums<<<1, 32>>>(y);
  cudaMemcpy(got, y, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d of %d, %d %d\n", count, n, got[0], got[1]);
  cudaFree(x), cudaFree(y), cudaFree(counter);
}
