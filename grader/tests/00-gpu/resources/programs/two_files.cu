#include <cstdio>
void work(int *out);
int main() {
  int *out;
  cudaMallocManaged(&out, 4);
  work(out);
  cudaDeviceSynchronize();
  std::printf("got %d\n", *out);
  cudaFree(out);
}
