// A shuffle orders no accesses of memory: each lane reads its neighbour's element and writes its own.
#include <cstdio>
__global__ void exchange(int *y) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = lane;
  __syncwarp();
  int v = s[(lane + 1) % 32];
  v += __shfl_sync(~0u, v, 0);
#ifdef ORDERED
  __syncwarp();
#endif
  s[lane] = v;  // BUG SHUFFLED
  __syncwarp();
  y[lane] = s[31 - lane];
}
int main() {
  int *y, h[32];
  cudaMalloc(&y, sizeof h);
  exchange<<<1, 32>>>(y);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[31]);
  cudaFree(y);
}
