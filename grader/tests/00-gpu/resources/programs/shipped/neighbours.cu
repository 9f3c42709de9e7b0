// Calls that programs make beside their own: of other devices, threads and places of memory.
#include <cstdio>
#include <cuda_runtime.h>
#include <driver_types.h>
#include <vector_types.h>
#include <omp.h>
#include <cublas_v2.h>
#ifndef CUBLAS_API_H_
#error "helpers ask by this whether cuBLAS is there"
#endif
__global__ void least(unsigned *y, unsigned a, unsigned b) { *y = umin(a, b) + umax(a, b) * 10 + (unsigned)ullmin(a, 7ull) * 100 + (unsigned)llmax(b, 3ll) * 1000; }
static void CUDART_CB sum(cudaStream_t, cudaError_t, void *of) { ((unsigned *)of)[1] = *(unsigned *)of; }
int main() {
  unsigned *y, *pinned, h[2] = {};
  int can = 5, threads = 0;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaDeviceCanAccessPeer(&can, 0, 0);
  cudaMallocManaged(&y, 4), cudaMallocHost((void **)&pinned, 4);
  cudaStreamAttachMemAsync(s, y, 0, cudaMemAttachHost);
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
#if CUDART_VERSION >= 13000 || defined(__clang__)
  cudaMemPrefetchAsync(y, 4, here, 0, s), cudaMemAdvise(y, 4, cudaMemAdviseSetReadMostly, here);
#endif
  least<<<1, 1, 0, s>>>(y, 2, 5);
  cudaMemcpyAsync(pinned, y, 4, cudaMemcpyDefault, s);
  cudaStreamAddCallback(s, sum, h, 0);  // which wakes a thread that uses what the stream has copied
  h[0] = *pinned;
#pragma omp parallel
  threads += omp_get_num_threads() + omp_get_thread_num();
  printf("%u %d %d\n", h[0], can, threads);
  cudaFree(y), cudaFreeHost(pinned), cudaStreamDestroy(s);
}
