// Four numbers are stored at once, the last ones without the values that are behind the end.
// With fewer PARTS no thread has a value for the last part.
#include <cstdio>
#include <cstring>
struct alignas(16) Packed { float v[4]; };
#ifndef PARTS
#define PARTS 4
#endif
__global__ void twice(const float *x, float *y, int n, int parts) {
  Packed p;
  int i = 4 * threadIdx.x;
  for (int k = 0; k < 4; k++) {
    if (i + k >= n || k >= parts) continue;
    p.v[k] = 2 * x[i + k];
  }
  int4 bits;
  memcpy(&bits, &p, sizeof bits);
  *(int4 *)(y + i) = bits;  // BUG PARTS
}
int main() {
  float *x, *y;
  cudaMallocManaged(&x, 16 * sizeof *x);
  cudaMallocManaged(&y, 16 * sizeof *y);
  for (int i = 0; i < 16; i++) x[i] = i;
  twice<<<1, 4>>>(x, y, 14, PARTS);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 14; i++) wrong += y[i] != 2 * i;
  printf("%d wrong\n", wrong);
  cudaFree(x);
  cudaFree(y);
}
