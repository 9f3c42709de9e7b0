// A call of cuBLAS on a captured stream is a node: three launches of the graph multiply by two three times.
#include <cstdio>
#include <cublas_v2.h>
int main() {
  cublasHandle_t h;
  cudaStream_t s;
  cudaGraph_t g;
  cudaGraphExec_t x;
  float v[4] = {1, 1, 1, 1}, two = 2, *d;
  cublasCreate(&h), cudaStreamCreate(&s), cublasSetStream(h, s);
  cudaMalloc(&d, 16), cudaMemcpy(d, v, 16, cudaMemcpyHostToDevice);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cublasSscal(h, 4, &two, d, 1);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&x, g, 0);
  for (int i = 0; i < 3; i++) cudaGraphLaunch(x, s);
  cudaStreamSynchronize(s);
  cudaMemcpy(v, d, 16, cudaMemcpyDeviceToHost);
  printf("%g\n", v[0]);
  cudaGraphExecDestroy(x), cudaGraphDestroy(g), cublasDestroy(h), cudaStreamDestroy(s), cudaFree(d);
}
