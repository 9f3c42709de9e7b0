// A copy in a direction that there is not.
#include <cstdio>
int main() {
  int *d, h = 1;
  cudaMalloc(&d, 4);
  auto a = cudaMemcpy(d, &h, 4, (cudaMemcpyKind)7);  // BUG KIND
  auto b = cudaMemcpyAsync(d, &h, 4, (cudaMemcpyKind)-1);
  printf("%s %s %d\n", cudaGetErrorName(a), cudaGetErrorName(b), h);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto c = cudaMemcpyAsync(d, &h, 4, (cudaMemcpyKind)9, s);  // BUG CAPTURED
  cudaGraph_t graph;
  cudaStreamEndCapture(s, &graph);
  size_t nodes;
  cudaGraphGetNodes(graph, 0, &nodes);
  printf("captured: %s, %zu nodes\n", cudaGetErrorName(c), nodes);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s);
  cudaFree(d);
}
