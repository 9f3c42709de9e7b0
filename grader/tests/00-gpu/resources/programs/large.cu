#include <cstdio>
__global__ void fill(int *out) {
  extern __shared__ int all[];
  all[25000] = threadIdx.x;
  *out = all[25000];
}
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  int *out, blocks;
  cudaMalloc(&out, 4);
  fill<<<1, 1, 100004>>>(out);
  printf("not allowed: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 100004);
  cudaGetLastError();
  fill<<<1, 1, 100004>>>(out);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 32, 0);
  auto e = cudaGetErrorName(cudaGetLastError());
  printf("%d.%d, %d blocks: %s\n", p.major, p.minor, blocks, e);
  cudaFree(out);
}
