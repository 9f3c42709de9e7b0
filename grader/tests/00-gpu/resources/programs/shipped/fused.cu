// A product and a sum are one instruction, which rounds once, unless -fmad=false says otherwise.
#include <cstdio>
__global__ void f(float *y, float a) { *y = a * a - 1; }
int main() {
  float *d, h;
  cudaMalloc(&d, sizeof h);
  f<<<1, 1>>>(d, 1 + 0x1p-20f);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf(h == 0x1p-19f ? "2 roundings\n" : "1 rounding\n");
  cudaFree(d);
}
