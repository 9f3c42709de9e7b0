// A loop that waits for a clock ends, though all registers are as before where the clock is read in a function.
#include <cstdio>
__device__ __noinline__ int slot() { return (int)(clock64() >> 24); }
__global__ void wait(int *o) {
  int s = slot();
  while (slot() == s) { }
  *o = 1;
}
int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4);
  wait<<<1, 32>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d %s\n", h, cudaGetErrorName(cudaGetLastError()));
  cudaFree(d);
}
