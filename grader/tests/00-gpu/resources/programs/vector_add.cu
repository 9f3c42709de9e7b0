// Adds two vectors, and checks the sum itself. The mistakes are chosen by -D.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t e = (call);                                                               \
    if (e != cudaSuccess) {                                                               \
      fprintf(stderr, "line %d: %s: %s\n", __LINE__, cudaGetErrorName(e), cudaGetErrorString(e)); \
      exit(3);                                                                            \
    }                                                                                     \
  } while (0)

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef NO_BOUND
  c[i] = a[i] + b[i];  // BUG NO_BOUND
#else
  if (i < n) c[i] = a[i] + b[i];
#endif
#ifdef ENDLESS
  while (n > 0) n |= *(volatile const int *)a | 1;
#endif
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
#ifdef LAUNCH_FIRST
  add<<<1, 32>>>(d_a, d_b, d_c, n);
  CHECK(cudaDeviceSynchronize());
#endif
  CHECK(cudaMalloc(&d_a, n * sizeof(float)));
  CHECK(cudaMalloc(&d_b, n * sizeof(float)));
  CHECK(cudaMalloc((void **)&d_c, n * sizeof(float)));
  CHECK(cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
#ifndef NOT_UPLOADED
  CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
#endif
#ifdef HOST_READS
  printf("%f\n", d_a[0]);
#endif
#ifdef TOO_MANY
  add<<<1, 100000>>>(d_a, d_b, d_c, n);
#else
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
#endif
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(c.data(), d_c, n * sizeof(float), cudaMemcpyDeviceToHost));
#ifdef NEVER
  for (volatile int i = 0; i >= 0;) i = 0;
#endif
  for (int i = 0; i < n; i++) {
    if (c[i] != a[i] + b[i]) {
      printf("wrong at %d: %g\n", i, c[i]);
      return 4;
    }
  }
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
#ifndef LEAK
  CHECK(cudaFree(d_c));
#endif
  printf("%d sums are right\n", n);
  return 0;
}
