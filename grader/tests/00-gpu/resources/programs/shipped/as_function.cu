// A kernel that goes to a function as a function of the host does.
#include <cstdio>
__global__ void k(int *p) { *p = 1; }
static void call(void (*f)(int *), int *p) { f(p); }
int main() {
  int *p, h = 5;
  cudaMalloc(&p, 4), cudaMemset(p, 0, 4);
  call(k, p);  // BUG CALL
  cudaGetLastError();
  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(p);
}
