// The kernel of apart.cu: nothing is copied to its file's constant.
#include <cstdio>
#ifndef SCALE
#define SCALE
static __constant__ float scale[1];
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
__global__ void k(float *y) {
  if (threadIdx.x == BLOCK - 1) *y = scale[0];
}
void other(float *y) {
  k<<<1, BLOCK>>>(y);
  printf("%s by %d threads\n", cudaGetErrorName(cudaGetLastError()), BLOCK);
}
