// Numbers of 16 bits from whole ones, on the host and in a kernel, and comparisons of pairs.
#include <cuda_fp16.h>
#include <cstdio>
__host__ __device__ void compute(float *y) {
  y[0] = __half2float(__int2half_rn(2049)) + __half2float(__uint2half_rn(4099u));
  y[1] = __half2float(__short2half_rn(-7)) + __half2float(__ushort2half_rn(9));
  y[2] = __hisinf(__int2half_rn(100000)) - 2 * __hisinf(__int2half_rn(-100000)) + __hisinf(__int2half_rn(1));
  __half2 a = __floats2half2_rn(1, 2), b = __floats2half2_rn(1, 3);
  y[3] = __hbeq2(a, b) + 2 * __hble2(a, b) + 4 * __hblt2(a, b) + 8 * __hbge2(b, a) + 16 * __hbgt2(b, a) + 32 * __hbeq2(a, a);
}
__global__ void run(float *y) { compute(y); }
int main() {
  float *y, h[4];
  cudaMallocManaged(&y, sizeof h);
  run<<<1, 1>>>(y);
  cudaDeviceSynchronize();
  compute(h);
  for (int i = 0; i < 4; i++) printf("%g %g, ", y[i], h[i]);
  cudaFree(y);
}
