// Complex numbers of cuComplex.h, in kernels and on the host; and headers whose declarations are there anyway.
#include <cstdio>
#include <cuComplex.h>
#include <device_functions.h>
#include <math_functions.h>
__host__ __device__ static void all(double *y) {
  cuFloatComplex a = make_cuComplex(1, 2), b = make_cuFloatComplex(3, -4);
  cuDoubleComplex c = cuCdiv(cuComplexFloatToDouble(a), make_cuDoubleComplex(3e200, -4e200));
  cuFloatComplex got[] = {cuCaddf(a, b), cuCsubf(a, b), cuCmulf(a, b), cuCdivf(a, b), cuConjf(a), cuCfmaf(a, b, a)};
  for (int i = 0; i < 6; i++) y[2 * i] = cuCrealf(got[i]), y[2 * i + 1] = cuCimagf(got[i]);
  y[12] = cuCabsf(b), y[13] = cuCabs(make_cuDoubleComplex(3e200, 4e200)) / 1e200, y[14] = c.x * 1e200, y[15] = c.y * 1e200;
  cuFloatComplex great = make_cuFloatComplex(1e8, 1e8), fused = cuCfmaf(make_cuFloatComplex(1, 1), great, make_cuFloatComplex(1, 0));
  y[16] = cuCrealf(fused), y[17] = cuCabsf(make_cuFloatComplex(INFINITY, INFINITY)) > 1e38;
}
__global__ void device(double *y) { all(y); }
int main() {
  const double wants[] = {4, -2, -2, 6, 11, 2, -0.2, 0.4, 1, -2, 12, 4, 5, 5, -0.2, 0.4, 0, 1};
  double *d, got[2][18];
  cudaMalloc(&d, sizeof *got);
  device<<<1, 1>>>(d);
  cudaMemcpy(got[0], d, sizeof *got, cudaMemcpyDeviceToHost);
  cudaFree(d);
  all(got[1]);
  int wrong = 0;
  for (auto &one : got)
    for (int i = 0; i < 18; i++) wrong += !(fabs(one[i] - wants[i]) < 1e-6);
  printf("%d wrong\n", wrong);
}
