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
  auto show = [&](int before) { printf(" %d:%d", before, all->n.load()); };
  all->n = 6;
  show(all->n.exchange(12));
  show(all->n.fetch_add(5));
  show(all->n.fetch_sub(3));
  show(all->n.fetch_and(7));
  show(all->n.fetch_or(3));
  show(all->n.fetch_xor(10));
  show(all->n.fetch_min(4));
  show(all->n.fetch_min(20));
  show(all->n.fetch_max(8));
  show(all->n.fetch_max(5));
  other = 8;
  show(all->n.compare_exchange_strong(other, 2));
  puts("");
  cudaFree(all);
}
