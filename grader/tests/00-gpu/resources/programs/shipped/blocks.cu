// A race in the block that an argument names: there a barrier is missing.
#include <cstdio>
#include <cstdlib>
__global__ void shift(int *x, int wrong) {
  __shared__ int own[32];
  own[threadIdx.x] = x[32 * blockIdx.x + threadIdx.x];
  if (wrong != (int)blockIdx.x) __syncthreads();
  x[32 * blockIdx.x + threadIdx.x] = own[31 - threadIdx.x];
}
int main(int argc, char **argv) {
  const int blocks = 256, n = 32 * blocks;
  int *x, h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  shift<<<blocks, 32>>>(x, argc > 1 ? atoi(argv[1]) : -1);
  shift<<<blocks, 32>>>(x, -1);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; i++) bad += h[i] != i;
  printf("%d wrong\n", bad);
  cudaFree(x);
}
