// An instruction of later cards: refused at its line, not at the launch's. The kernel beside it runs.
#include <cstdio>
__global__ void tf32(float *x) {
  unsigned y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(*x));
  *x = __uint_as_float(y);
}
__global__ void beside(float *x) { *x = 2; }
int main() {
  float *x, y;
  cudaMalloc(&x, 4);
  beside<<<1, 1>>>(x);
  cudaMemcpy(&y, x, 4, cudaMemcpyDeviceToHost);
  tf32<<<1, 1>>>(x);
  printf("%g %s\n", y, cudaGetErrorName(cudaGetLastError()));
  cudaFree(x);
}
