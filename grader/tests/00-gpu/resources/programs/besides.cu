// What programs use besides: tiles of tiles, vectors on the host, managed memory again and again.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void tiles(int *wrong) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto tile = cg::tiled_partition<8>(warp);
  int t = threadIdx.x;
  bool right = warp.meta_group_rank() == t / 32 && warp.meta_group_size() == 2 && tile.meta_group_rank() == t % 32 / 8 && tile.meta_group_size() == 4;
  if (!right || cg::this_grid().is_valid()) atomicAdd(wrong, 1);
}

int main() {
  int *wrong;
  for (int i = 0; i < 30; i++) {
    float *large;
    if (cudaMallocManaged(&large, 100 << 20) != cudaSuccess) return 2;
    if (cudaFree(large) != cudaSuccess) return 3;
  }
  cudaMallocManaged(&wrong, 4);
  *wrong = 0;
  tiles<<<1, 64>>>(wrong);
  cudaDeviceSynchronize();
  char *rows, *pinned;
  cudaMalloc(&rows, 8);
  cudaMallocHost(&pinned, 8);
  float4 v = make_float4(1, 2, 3, 4);
  float3 w = make_float3(5, 6, 7);
  const void *places[] = {wrong, rows, pinned, &v};
  int types[4], bus;
  for (int i = 0; i < 4; i++) {
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, places[i]);
    types[i] = (int)a.type;
  }
  cudaDeviceGetAttribute(&bus, cudaDevAttrGlobalMemoryBusWidth, 0);
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
  printf("tiles %s, sums %g %d, types %d %d %d %d, bus %d\n", *wrong ? "wrong" : "right", v.w + min(3.f, w.x), max(3, 2), types[0], types[1], types[2], types[3], bus);
  cudaFree(wrong);
  cudaFree(rows);
  cudaFreeHost(pinned);
  return 0;
}
