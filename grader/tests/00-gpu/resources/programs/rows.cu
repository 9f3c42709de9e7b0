#include <cstdio>
__global__ void add(int *x, size_t pitch) {
  ((int *)((char *)x + blockIdx.x * pitch))[threadIdx.x] += blockIdx.x;
}
int main() {
  int *x, *h;
  size_t pitch;
  cudaMallocPitch(&x, &pitch, 100, 3);
  cudaMallocHost(&h, 300);
  cudaMemset2D(x, pitch, 0, 100, 3);
  add<<<3, THREADS>>>(x, pitch);
  cudaMemcpy2DAsync(h, 100, x, pitch, 100, 3, cudaMemcpyDeviceToHost);
  auto show = [](void *h) { printf("the last one is %d\n", ((int *)h)[74]); };
  cudaLaunchHostFunc(0, show, h);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFreeHost(h);
}
