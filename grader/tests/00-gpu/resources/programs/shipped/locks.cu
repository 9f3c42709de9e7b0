// Locks that lanes of one warp take from each other: in a loop that ends by a flag, and in one that ends where a lane has the lock.
#include <cstdio>
__device__ int mutex = 0;
__device__ volatile int count = 0;
__device__ void add() {
  __threadfence();
  count = count + 1;
  __threadfence();
}
__global__ void by_flag(int rounds) {
  for (int r = 0; r < rounds; r++)
    for (bool done = false; !done;)
      if (atomicCAS(&mutex, 0, 1) == 0) {
        add();
        atomicExch(&mutex, 0);
        done = true;
      }
}
__global__ void by_loop() {
  while (atomicCAS(&mutex, 0, 1) != 0);  // BUG KEPT
  add();
  if (count < 0) printf("fewer than none\n");
#ifndef KEPT
  atomicExch(&mutex, 0);
#endif
}
int main() {
  int n;
  by_flag<<<3, 40>>>(2);
  by_loop<<<2, 40>>>();
  cudaMemcpyFromSymbol(&n, count, sizeof n);
  printf("%d %s\n", n, cudaGetErrorName(cudaGetLastError()));
}
