// Sums of the first ones of a group up to each, of tiles and of the lanes that are at one place.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void scans(const int *x, uint *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  uint i = threadIdx.x;
  uint n = blockDim.x;
  out[i] = cg::inclusive_scan(tile, x[i]);
  out[n + i] = cg::exclusive_scan(tile, x[i]);
  out[2 * n + i] = cg::inclusive_scan(tile, x[i], cg::greater<int>());
  out[3 * n + i] = cg::exclusive_scan(tile, x[i], cg::bit_xor<int>());
  if (x[i] % 3 == 0) {
    auto some = cg::coalesced_threads();
    out[4 * n + i] = cg::inclusive_scan(some, x[i]);
    out[5 * n + i] = cg::exclusive_scan(some, x[i], cg::bit_or<int>());
    out[6 * n + i] = cg::reduce(some, x[i], cg::plus<int>());
    out[7 * n + i] = some.shfl_down(x[i], 2);
  }
}
int main() {
  const int n = 64;
  int *x;
  uint *out;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&out, 8 * n * sizeof(uint));
  for (int i = 0; i < 8 * n; i++) out[i] = 0;
  for (int i = 0; i < n; i++) x[i] = i * 37 % 101;
  scans<<<1, n>>>(x, out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    int sum = 0, most = 0, odd = 0;
    for (int k = i / 16 * 16; k <= i; k++) {
      sum += x[k];
      most = x[k] > most ? x[k] : most;
      odd ^= k < i ? x[k] : 0;
    }
    int expected[8] = {sum, sum - x[i], most, odd, 0, 0, 0, 0};
    int last = 0, later = 0;
    for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && x[i] % 3 == 0; k++) {
      if (x[k] % 3 != 0) continue;
      expected[4] += k <= i ? x[k] : 0;
      expected[5] |= k < i ? x[k] : 0;
      expected[6] += x[k];
      later += k > i ? 1 : 0;
      last = later == 2 && last == 0 ? k : last;
    }
    expected[7] = x[i] % 3 == 0 ? x[last > 0 ? last : i] : 0;
    for (int f = 0; f < 8; f++) wrong += out[f * n + i] != (uint)expected[f];
  }
  printf("%d of %d are wrong\n", wrong, 8 * n);
  cudaFree(x);
  cudaFree(out);
}
