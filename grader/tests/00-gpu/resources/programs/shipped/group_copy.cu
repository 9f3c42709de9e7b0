// A block, and a tile of it, copy by memcpy_async of cooperative groups, words and single bytes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
namespace cg = cooperative_groups;
__global__ void turn(const int *x, int *y, const char *text, char *copy) {
  alignas(16) __shared__ int own[64];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::memcpy_async(block, own, x, cuda::aligned_size_t<16>(sizeof own));
  cg::wait(block);
  y[block.thread_rank()] = own[63 - block.thread_rank()];
  if (tile.meta_group_rank() == 0) {
    cg::memcpy_async(tile, copy, 13, text + 1, 14);
    cg::wait(tile);
  }
}
int main() {
  int x[64], y[64], *a, *b, wrong = 0;
  char text[15] = "?thirteen byte", copy[13], *c, *d;
  for (int i = 0; i < 64; i++) x[i] = i;
  cudaMalloc(&a, sizeof x), cudaMalloc(&b, sizeof x), cudaMalloc(&c, sizeof text), cudaMalloc(&d, sizeof copy);
  cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(c, text, sizeof text, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(a, b, c, d);
  cudaMemcpy(y, b, sizeof y, cudaMemcpyDeviceToHost);
  cudaMemcpy(copy, d, sizeof copy, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++) wrong += y[i] != 63 - i;
  for (int i = 0; i < 13; i++) wrong += copy[i] != text[i + 1];
  printf("%d wrong\n", wrong);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}
