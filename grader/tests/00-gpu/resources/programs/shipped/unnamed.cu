// A constant whose struct has no name, which the host sets.
#include <cstdio>
__constant__ struct { int width, height; } shape;
__constant__ int by[2] = {1, 2};
__global__ void area(int *y) { *y = shape.width * shape.height * by[1]; }
int main() {
  int *d, h[2] = {6, 7};
  cudaMemcpyToSymbol(shape, h, sizeof h);
  cudaMalloc(&d, sizeof *d);
  area<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof *d, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
}
