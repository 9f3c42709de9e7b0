// Four numbers are stored at once, the last ones without the values that are behind the end.
#include <cstdio>
#include <cstring>
struct alignas(16) Packed { float v[4]; };
__global__ void twice(const float *x, float *y, int n) {
  Packed p;
  int i = 4 * threadIdx.x;
  for (int k = 0; k < 4; k++) {
    if (i + k >= n) continue;
    p.v[k] = 2 * x[i + k];
  }
  int4 bits;
  memcpy(&bits, &p, sizeof bits);
  *(int4 *)(y + i) = bits;
}
int main() {
  float *x, *y;
  cudaMallocManaged(&x, 16 * sizeof *x);
  cudaMallocManaged(&y, 16 * sizeof *y);
  for (int i = 0; i < 16; i++) x[i] = i;
  twice<<<1, 4>>>(x, y, 14);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 14; i++) wrong += y[i] != 2 * i;
  printf("%d wrong\n", wrong);
  cudaFree(x);
  cudaFree(y);
}
