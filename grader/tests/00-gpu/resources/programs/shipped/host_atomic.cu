// Atomics of <cuda/atomic> that the host sets before a kernel counts, and reads behind it.
#include <cstdio>
#include <new>
#include <cuda/atomic>
struct Totals { cuda::atomic<int, cuda::thread_scope_system> n; cuda::atomic<unsigned, cuda::thread_scope_device> least; };
__global__ void count(Totals *all) {
  all->n.fetch_add(2, cuda::memory_order_relaxed);
  all->least.fetch_min(threadIdx.x + 3);
}
int main() {
  Totals *all;
  cudaMallocManaged(&all, sizeof *all);
  new (&all->n) cuda::atomic<int, cuda::thread_scope_system>(0);
  all->n.store(5);
  all->least = 100;
  count<<<2, 32>>>(all);
  cudaDeviceSynchronize();
  int before = all->n.fetch_sub(1), other = 7;
  all->n++;
  bool swapped = all->n.compare_exchange_strong(other, 0);
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(other);
  printf("%d %d %u %d %d\n", before, all->n.load(cuda::memory_order_acquire), all->least.load(), swapped, ref.fetch_max(1000));
  cudaFree(all);
}
