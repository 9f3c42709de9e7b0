// An atomic of <cuda/atomic> is made in managed memory; and the banks of shared memory have a size.
#include <cstdio>
#include <cuda/atomic>
using Counter = cuda::atomic<int, cuda::thread_scope_device>;
__global__ void count(Counter *c) { c->fetch_add(1, cuda::std::memory_order_relaxed); }
int main() {
  Counter *c;
  cudaMallocManaged(&c, sizeof *c);
  new (c) Counter(0);
  cudaError_t e = cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte);
  count<<<1, 3>>>(c);
  cudaDeviceSynchronize();
  printf("%s %d\n", cudaGetErrorName(e), reinterpret_cast<int &>(*c));
  cudaFree(c);
}
