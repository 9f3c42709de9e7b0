// The function that parts.cu calls.
#ifdef SHARED  // as a header has it that both files include
extern __constant__ int nvars;
#endif
__device__ int calls[8];
__constant__ int nvars = 9;
#ifdef COLLIDES
static void check(cudaError_t) {}
#endif
__device__ int square(int x) {
  calls[x]++;
  return x * x;
}
int counted() {
  int h[8], all = 0;
  cudaMemcpyFromSymbol(h, calls, sizeof h);
  for (int n : h) all += n;
  return all;
}
