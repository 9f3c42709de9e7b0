// An instruction of later cards: refused at its line, not at the launch's.
#include <cstdio>
__global__ void tf32(float *x) {
  unsigned y;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(*x));
  *x = __uint_as_float(y);
}
int main() {
  float *x;
  cudaMalloc(&x, 4);
  tf32<<<1, 1>>>(x);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(x);
}
