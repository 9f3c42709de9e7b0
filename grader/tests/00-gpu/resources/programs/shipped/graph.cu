// Graphs: by capture, with a second stream that joins it, node by node, and another one's work in their place.
#include <cstdio>
__global__ void add(int *a, int n) { *a += n; }
__global__ void twice(int *a) { *a *= 2; }
static void CUDART_CB count(void *n) { ++*(int *)n; }
int main() {
  int *d, *e, h = 0, calls = 0;
  cudaMalloc(&d, 4), cudaMalloc(&e, 4), cudaMemset(d, 0, 4);
  cudaStream_t s, t;
  cudaStreamCreate(&s), cudaStreamCreate(&t);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork), cudaEventCreate(&join);
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, s>>>(d, 1);
#ifdef WAITS
  if (cudaStreamSynchronize(s) != cudaSuccess) return 3;  // BUG WAITS
#endif
  cudaEventRecord(fork, s), cudaStreamWaitEvent(t, fork);
  cudaMemsetAsync(e, 0, 4, t), add<<<1, 1, 0, t>>>(e, 5), cudaLaunchHostFunc(t, count, &calls);
  cudaEventRecord(join, t), cudaStreamWaitEvent(s, join);
  cudaMemcpyAsync(&h, e, 4, cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&x, g, 0);
  size_t nodes = 0;
  cudaGraphGetNodes(g, nullptr, &nodes);
  printf("%d %d, ", h, (int)nodes);  // nothing is done yet
  for (int i = 0; i < 3; i++) cudaGraphLaunch(x, s);
  cudaStreamSynchronize(s);
  printf("%d %d, ", h, calls);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaGraphExecDestroy(x), cudaGraphDestroy(g);

  cudaGraphCreate(&g, 0);
  cudaGraphNode_t set, first, second, back;
  int one = 1, seven = 7;
  void *arguments[] = {&d, &one}, *doubled[] = {&d};
  cudaMemsetParams m = {};
  m.dst = d, m.value = 0x01020304, m.elementSize = 4, m.width = 1, m.height = 1;
  cudaKernelNodeParams k = {};
  k.func = (void *)add, k.gridDim = k.blockDim = dim3(1), k.kernelParams = arguments;
  cudaKernelNodeParams l = k;
  l.func = (void *)twice, l.kernelParams = doubled;
  cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m);
  cudaGraphAddKernelNode(&second, g, nullptr, 0, &l);
  cudaGraphAddKernelNode(&first, g, &set, 1, &k);
#if CUDART_VERSION >= 13000
  cudaGraphAddDependencies(g, &first, &second, nullptr, 1);
#else
  cudaGraphAddDependencies(g, &first, &second, 1);
#endif
  cudaGraphAddMemcpyNode1D(&back, g, &second, 1, &h, d, 4, cudaMemcpyDeviceToHost);
  cudaGraph_t inner;
  cudaHostNodeParams counts = {count, &calls};
  cudaGraphCreate(&inner, 0);
  cudaGraphNode_t counted, within;
  cudaGraphAddHostNode(&counted, inner, nullptr, 0, &counts);
  cudaGraphAddChildGraphNode(&within, g, &back, 1, inner);
  cudaGraphDestroy(inner);
  cudaGraphInstantiate(&x, g, 0);
  cudaGraphLaunch(x, s), cudaStreamSynchronize(s);
  printf("%x ", h);
  one = 2, arguments[1] = &seven;
  cudaGraphExecKernelNodeSetParams(x, first, &k);
  cudaGraphLaunch(x, s), cudaStreamSynchronize(s);
  printf("%x %d\n", h, calls);
  cudaGraphExecDestroy(x), cudaGraphDestroy(g);

  auto adds = [&](int n, int times) {
    cudaGraph_t made;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < times; i++) add<<<1, 1, 0, s>>>(d, n);
    cudaStreamEndCapture(s, &made);
    return made;
  };
  cudaGraphExecUpdateResultInfo info;
  auto small = adds(1, 1), large = adds(10, 1), longer = adds(100, 2);
  cudaMemset(d, 0, 4);
  cudaGraphInstantiate(&x, small, 0);
  cudaGraphLaunch(x, s);
  bool updated = cudaGraphExecUpdate(x, large, &info) == cudaSuccess && info.result == cudaGraphExecUpdateSuccess;
  cudaGraphLaunch(x, s);
  bool refused = cudaGraphExecUpdate(x, longer, &info) == cudaErrorGraphExecUpdateFailure && cudaGetLastError() == cudaErrorGraphExecUpdateFailure;
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h, updated, (int)info.result, refused);
  cudaGraphExecDestroy(x);
  for (auto made : {small, large, longer}) cudaGraphDestroy(made);
  cudaFree(d), cudaFree(e);
  cudaStreamDestroy(s), cudaStreamDestroy(t), cudaEventDestroy(fork), cudaEventDestroy(join);
}
