// Barriers and atomics of <cuda/…>: right without the lines marked WRONG, and without those marked RIGHT two races.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
__global__ void turn(int *out) {
  __shared__ Barrier barrier;
  __shared__ int x[128];
  int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    x[i] = i + k;
    barrier.arrive_and_wait();  // RIGHT
    out[k * 128 + i] = x[(i + 1) % 128];  // HERE turn
    auto token = barrier.arrive();
    barrier.wait(cuda::std::move(token));
  }
}
__global__ void count(cuda::atomic<int, cuda::thread_scope_device> *n, int *least) {
  n->fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*least).fetch_min((int)(blockIdx.x * blockDim.x + threadIdx.x) - 7);
}
__global__ void hand(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag, int *got) {
  if (blockIdx.x == 0) {
    *data = 42;
    flag->store(1, cuda::memory_order_release);  // RIGHT
    flag->store(1, cuda::memory_order_relaxed);  // WRONG
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {}
    *got = *data;  // HERE hand
  }
}
__global__ void locked(int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> lock;
  __shared__ int sum;
  if (threadIdx.x == 0) {
    lock.store(0, cuda::memory_order_relaxed);
    sum = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    int free = 0;
    while (!lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire)) free = 0;
    sum += threadIdx.x;
    lock.store(0, cuda::memory_order_release);
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}
int main() {
  int *out, *n;
  cudaMallocManaged(&out, 512 * sizeof(int));
  cudaMallocManaged(&n, 6 * sizeof(int));
  for (int i = 0; i < 6; i++) n[i] = 0;
  typedef cuda::atomic<int, cuda::thread_scope_device> Atomic;
  turn<<<1, 128>>>(out);
  count<<<4, 64>>>((Atomic *)n, n + 1);
  locked<<<1, 256>>>(n + 5);
  hand<<<2, 1>>>(n + 2, (Atomic *)(n + 3), n + 4);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 128; i++) wrong += out[k * 128 + i] != (i + 1) % 128 + k;
  printf("%d are wrong, %d counted, least %d, handed %d, sum %d\n", wrong, n[0], n[1], n[4], n[5]);
  cudaFree(out);
  cudaFree(n);
}
