// Calls that few programs make: pools of memory, roots of a graph, peers on one device, what a device is set to.
#include <cstdint>
#include <cstdio>
__device__ volatile int turn = 7;
__global__ void next() { turn = turn + 1; }
int main() {
  size_t most;
  cudaOccupancyAvailableDynamicSMemPerBlock(&most, next, 2, 64);  // opens the device

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, current, first;
  cudaMemPoolCreate(&pool, &properties);
  cudaDeviceGetDefaultMemPool(&first, 0);
  cudaDeviceSetMemPool(0, pool);
  cudaDeviceGetMemPool(&current, 0);
  uint64_t threshold = 4096, used[3], high;
  int follows = 0;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaMemPoolSetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &follows);
  threshold = follows = 9;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &follows);
  char *a, *b, *c, *ofGraph;
  cudaMallocAsync(&a, 300, 0);
  cudaMallocFromPoolAsync(&b, 200, pool, 0);
  cudaMallocFromPoolAsync(&c, 100, first, 0);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocFromPoolAsync(&ofGraph, 50, pool, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used[0]);
  cudaFreeAsync(b, 0);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used[1]);
  cudaFree(a);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used[2]);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
  int set = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used[2]);
  int one = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
  int zero = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used[2]);
  printf("set: %d %d %d\n", set, one, zero);
  printf("pool: %d, threshold %d, follows %d, used %d %d %d of %d, %d, %d\n", current == pool, (int)threshold, follows, (int)used[0], (int)used[1], (int)used[2], (int)high, cudaMemPoolDestroy(pool), cudaMemPoolDestroy(first));
  cudaFreeAsync(c, 0);
  cudaDeviceGetMemPool(&current, 0);

  cudaGraphNode_t nodes[3], roots[3];
  size_t n = 3;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddEmptyNode(&nodes[0], graph, nullptr, 0);
  cudaGraphAddEmptyNode(&nodes[1], graph, nodes, 1);
  cudaGraphAddEmptyNode(&nodes[2], graph, nullptr, 0);
  cudaGraphGetRootNodes(graph, roots, &n);
  printf("graph: %d, %zu roots %d %d\n", current == first, n, roots[0] == nodes[0], roots[1] == nodes[2]);
  cudaGraphDestroy(graph);

  int *x, h[4] = {1, 2, 3, 4};
  cudaMalloc(&x, 2 * sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyPeer(x + 4, 0, x, 0, 8);
  cudaMemcpyPeerAsync(x + 6, 0, x + 2, 0, 8, 0);
  auto other = cudaMemcpyPeer(x, 0, x, 1, 4);
  cudaMemcpy(h, x + 4, sizeof h, cudaMemcpyDeviceToHost);
  cudaLaunchKernel(next, dim3(1), dim3(1), nullptr, 0, 0);
  int seen;
  cudaMemcpyFromSymbol(&seen, turn, sizeof seen);
  printf("peer: %d %d %d %d %s, turn %d\n", h[0], h[1], h[2], h[3], cudaGetErrorName(other), seen);
  cudaGetLastError();
  cudaFree(x);

  unsigned flags;
  int device = -1, back = -1, blocks;
  char bus[20];
  cudaDeviceProp any = {};
  cudaFuncCache cache;
  cudaSharedMemConfig banks;
  cudaGetDeviceFlags(&flags);
  cudaChooseDevice(&device, &any);
  cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
  cudaDeviceGetByPCIBusId(&back, bus);
  cudaDeviceGetCacheConfig(&cache);
  cudaDeviceGetSharedMemConfig(&banks);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, next, 64, 0, cudaOccupancyDefault);
  int fit, more;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, next, 64, most);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&more, next, 64, most + 1);
  printf("device: %d %d %d %d %d, %d %d\n", (flags & cudaDeviceMapHost) != 0, device, back, cache, banks, blocks, fit >= 2 && more < 2);
}
