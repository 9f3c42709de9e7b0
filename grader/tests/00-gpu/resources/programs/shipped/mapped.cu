// Memory of the host that a kernel reaches itself, by a pointer in memory too, and managed memory that is sent ahead.
#include <cstdio>
#ifndef BOUND
#define BOUND 32
#endif
__global__ void add(int *p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] += threadIdx.x;
}
__global__ void follow(int **p) { (*p)[threadIdx.x] += threadIdx.x; }
__global__ void await(volatile int *flag) {
  while (*flag == 0) {}  // BUG WAITS
}
int main() {
  int *host, *device, *managed, *pinned, **place, *own = new int[3000]();
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  if (!prop.canMapHostMemory) return 2;
  cudaSetDeviceFlags(cudaDeviceMapHost);
  cudaHostRegister(own, 12000, cudaHostRegisterDefault);
#ifdef WAITS
  cudaMallocHost((void **)&host, 128);
  await<<<1, 1>>>(host);
  *host = 1;
  return cudaDeviceSynchronize();
#endif
#ifdef REGISTERED
  add<<<1, 32>>>(own, 32);  // BUG REGISTERED
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
  cudaMallocHost((void **)&pinned, 128);
  cudaMalloc((void **)&place, 8);
  cudaMemcpy(place, &pinned, 8, cudaMemcpyHostToDevice);
  for (int i = 0; i < 2; i++) {
    pinned[31] += 100;  // between two launches
    follow<<<1, 32>>>(place);
    cudaDeviceSynchronize();
  }
  cudaHostGetDevicePointer((void **)&device, own + 1500, 0);
  cudaMemcpy(device, pinned, 128, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(device, 32);
  cudaDeviceSynchronize();
  cudaPointerAttributes is;
  cudaPointerGetAttributes(&is, device);
  cudaMemset(pinned, 1, 4);
  printf("%d %x, %d %d\n", pinned[31], pinned[0], own[1531], is.type == cudaMemoryTypeHost && is.hostPointer == own + 1500);
#ifdef LONG
  cudaMemcpy(pinned, place, 132, cudaMemcpyDeviceToHost);  // BUG LONG
#endif
  cudaHostUnregister(own);
  cudaFreeHost(pinned);
  cudaFree(place);
  cudaFreeHost(host);
  cudaFree(managed);
}
