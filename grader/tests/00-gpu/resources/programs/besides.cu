// What programs use besides: tiles of tiles, vectors on the host, managed memory again and again, what they ask the runtime.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_fp16.h>
#include <math_constants.h>

namespace cg = cooperative_groups;

__global__ void tiles(int *wrong) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto tile = cg::tiled_partition<8>(warp);
  int t = threadIdx.x;
  bool right = warp.meta_group_rank() == t / 32 && warp.meta_group_size() == 2 && tile.meta_group_rank() == t % 32 / 8 && tile.meta_group_size() == 4;
  half2 powers = h2exp2(__floats2half2_rn(1, 3));
  right &= cg::this_thread_block().group_dim().x == 64 && __high2float(powers) == 8 && CUDART_PI_F > 3.1415f;
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
  size_t room;
  unsigned flags;
  char id[16], corner[4];
  int grid, block = 0, priority;
  cudaStream_t stream;
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 21);
  cudaDeviceGetLimit(&room, cudaLimitPrintfFifoSize);
  cudaDeviceGetPCIBusId(id, sizeof id, 0);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamGetFlags(stream, &flags);
  cudaStreamGetPriority(stream, &priority);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, tiles, [](int threads) { return 8 * threads; }, 1 << 30);  // more than a block may have
  cudaMemset2DAsync(rows, 4, 7, 2, 2, stream);
  cudaMemcpyAsync(corner, rows + 4, 2, cudaMemcpyDeviceToHost, stream);
  printf("room %zu, %s, flags %u %d, blocks %s, corner %d\n", room, id, flags, priority, block > 0 ? "sized" : "none", corner[1]);
  cudaStreamDestroy(stream);
  printf("tiles %s, sums %g %d, types %d %d %d %d, bus %d\n", *wrong ? "wrong" : "right", v.w + min(3.f, w.x), max(3, 2), types[0], types[1], types[2], types[3], bus);
  cudaFree(wrong);
  cudaFree(rows);
  cudaFreeHost(pinned);
  return 0;
}
