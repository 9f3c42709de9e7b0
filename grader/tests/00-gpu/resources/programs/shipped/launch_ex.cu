// A launch by its configuration: a cooperative one, and one of clusters, which is refused.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void scale(int *x, int a) {
  auto grid = cooperative_groups::this_grid();
  int left = x[grid.size() - 1 - grid.thread_rank()];
  grid.sync();
  x[grid.thread_rank()] = a * left;
}
int main() {
  int h[64], *x;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaLaunchAttribute a[2];
  a[0].id = cudaLaunchAttributePriority, a[0].val.priority = 0;
  a[1].id = cudaLaunchAttributeCooperative, a[1].val.cooperative = 1;
  cudaLaunchConfig_t c = {};
  c.gridDim = dim3(2), c.blockDim = dim3(32), c.attrs = a, c.numAttrs = 2;
  cudaError_t whole = cudaLaunchKernelEx(&c, scale, x, 3);
  a[1].id = cudaLaunchAttributeClusterDimension, a[1].val.clusterDim.x = 2, a[1].val.clusterDim.y = a[1].val.clusterDim.z = 1;
  cudaError_t clusters = cudaLaunchKernelEx(&c, scale, x, 2);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %s %d\n", cudaGetErrorName(whole), cudaGetErrorName(clusters), h[60]);
  cudaFree(x);
}
