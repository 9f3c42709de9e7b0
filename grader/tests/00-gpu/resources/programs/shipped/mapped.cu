// Memory of the host that a kernel reaches itself, and managed memory that is sent ahead.
#include <cstdio>
#ifndef BOUND
#define BOUND 32
#endif
__global__ void add(int *p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] += threadIdx.x;
}
int main() {
  int *host, *device, *managed;
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  if (!prop.canMapHostMemory) return 2;
  cudaSetDeviceFlags(cudaDeviceMapHost);
#ifdef PINNED
  cudaMallocHost((void **)&host, 128);
  add<<<1, 32>>>(host, 32);  // BUG PINNED
  return cudaDeviceSynchronize();
#endif
  cudaHostAlloc((void **)&host, 128, cudaHostAllocMapped);
  for (int i = 0; i < 32; i++) host[i] = 1;
  cudaHostGetDevicePointer((void **)&device, host, 0);
  add<<<1, 64>>>(device, BOUND);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  cudaMallocManaged(&managed, 128);
#if CUDART_VERSION >= 13000
  cudaMemPrefetchAsync(managed, 128, {cudaMemLocationTypeDevice, 0}, 0, 0);
#else
  cudaMemPrefetchAsync(managed, 128, 0);
#endif
  cudaMemset(managed, 0, 128);
  add<<<1, 32>>>(managed, 32);
  cudaDeviceSynchronize();
  printf("%d %d\n", host[31], managed[31]);
  cudaFreeHost(host);
  cudaFree(managed);
}
