// Memory of the device's heap, behind a header that includes clang's own.
#include <iostream>
struct Number { int value; };
__global__ void make(Number **all) {
  for (int i = 0; i < 2; i++)
    all[i] = new Number{i};
}
int main() {
  Number **all;
  cudaMalloc(&all, 2 * sizeof *all);
  make<<<1, 1>>>(all);
  std::cout << cudaDeviceSynchronize() << std::endl;
  cudaFree(all);
}
