// A kernel that uses what no file defines: with -rdc=true that is an error of the build, without it one of the launch.
#include <cstdio>
#ifdef VARIABLE
extern __device__ int calls[8];
__global__ void k(int *y) { *y = calls[3]; }
#else
extern __device__ int square(int x);
__global__ void k(int *y) {
  *y = square(3);
}
#endif
int main() {
  int *d;
  cudaMalloc(&d, 4);
  k<<<1, 1>>>(d);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(d);
}
