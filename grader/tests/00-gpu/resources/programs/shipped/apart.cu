// Two files that each have a constant and a macro of their own: ./tapeline cuda run apart.cu apart_other.cu -rdc=true
#include <cstdio>
#ifndef SCALE
#define SCALE
static __constant__ float scale[1];
#endif
#define BLOCK 32
void other(float *y);
int main() {
  float *d, h = 7;
  cudaMemcpyToSymbol(scale, &h, sizeof h);
  cudaMalloc(&d, sizeof h);
  other(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g in a block of %d\n", h, BLOCK);
  cudaFree(d);
}
