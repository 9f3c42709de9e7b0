// Random numbers of all kinds, of 64 threads: those of the first eight are printed.
#include <cstdio>
#include <curand_kernel.h>
__global__ void numbers(unsigned *x, float *f, double *d) {
  int i = threadIdx.x;
  curandStatePhilox4_32_10_t s;
  curand_init(1234567890123ull, i, i * 3, &s);
  for (int k = 0; k < 8; k++) x[i * 8 + k] = curand(&s);
  f[i * 8] = curand_uniform(&s);
  f[i * 8 + 1] = curand_normal(&s);
  f[i * 8 + 2] = curand_normal(&s);
  f[i * 8 + 3] = curand_normal(&s);
  float4 u = curand_uniform4(&s);
  f[i * 8 + 4] = u.x, f[i * 8 + 5] = u.w;
  float4 n = curand_normal4(&s);
  f[i * 8 + 6] = n.y;
  skipahead(5, &s);
  f[i * 8 + 7] = curand_log_normal(&s, 1, 0.5f);
  d[i] = curand_uniform_double(&s);
}
int main() {
  unsigned *x;
  float *f;
  double *d;
  cudaMallocManaged(&x, 64 * 8 * 4);
  cudaMallocManaged(&f, 64 * 8 * 4);
  cudaMallocManaged(&d, 64 * 8);
  numbers<<<1, 64>>>(x, f, d);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) printf("%u%c", x[i], i % 8 == 7 ? '\n' : ' ');
  for (int i = 0; i < 64; i++) printf("%.6g%c", f[i], i % 8 == 7 ? '\n' : ' ');
  for (int i = 0; i < 8; i++) printf("%.12g\n", d[i]);
  cudaFree(x);
  cudaFree(f);
  cudaFree(d);
}
