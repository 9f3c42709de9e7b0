// Tables of a header, of which the kernel uses one: the others take no room among the constants.
#include <cstdio>
static __constant__ float sines[10240] = {0, 1}, cosines[10240] = {1, 0};
static __constant__ int primes[4] = {2, 3, 5, 7};
__global__ void pick(int *y) { *y = primes[*y]; }
int main() {
  int *d, h = 3;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
  pick<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
}
