// Whole numbers on tensor cores: refused at their line, by clang when it compiles and of nvcc's code at the launch.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
__global__ void first(const signed char *a, int *d) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> u; wmma::load_matrix_sync(u, a, 16);
  d[threadIdx.x] = u.x[0];
}
int main() {
  int *d;
  cudaMalloc(&d, 256);
  first<<<1, 32>>>((signed char *)d, d);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(d);
}
