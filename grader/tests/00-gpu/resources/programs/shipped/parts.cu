// A kernel that calls a function of another file, which counts its calls. ./tapeline cuda run parts.cu parts_other.cu -rdc=true
#include <cstdio>
extern __device__ int square(int x);
int counted();
#ifdef VARIABLE
extern __device__ int calls[8];
#endif
#ifdef CONSTANT
extern __constant__ int nvars;
#endif
#ifdef COLLIDES
static void check(cudaError_t) {}
#endif
__global__ void k(int *y) {
#ifdef VARIABLE
  y[threadIdx.x] = calls[threadIdx.x] = threadIdx.x;
#elif defined CONSTANT
  y[threadIdx.x] = nvars;
#elif defined OUTSIDE
  y[threadIdx.x] = square(threadIdx.x + 1);
#else
  y[threadIdx.x] = square(threadIdx.x);
#endif
}
int main() {
  int *d, h[8];
  cudaMalloc(&d, sizeof h);
#ifdef SHARED
  int twelve = 12;
  cudaMemcpyToSymbol(nvars, &twelve, sizeof twelve);
#endif
  k<<<1, 8>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d by %d calls\n", h[7], counted());
  cudaFree(d);
}
