// A copy in a direction that there is not.
#include <cstdio>
int main() {
  int *d, h = 1;
  cudaMalloc(&d, 4);
  auto a = cudaMemcpy(d, &h, 4, (cudaMemcpyKind)7);  // BUG KIND
  auto b = cudaMemcpyAsync(d, &h, 4, (cudaMemcpyKind)-1);
  printf("%s %s %d\n", cudaGetErrorName(a), cudaGetErrorName(b), h);
  cudaFree(d);
}
