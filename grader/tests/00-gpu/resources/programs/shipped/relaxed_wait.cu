// Block 1 waits by a relaxed load, as cuda::atomic has it, for block 0, which computes for a while before it writes: nothing is endless.
#include <cstdio>
__device__ int flag;
__device__ float sink;
__device__ int peek(int *p) { int v; asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__global__ void pair(int n) {
  if (blockIdx.x == 0) {
    float x = 1;
    for (int i = 0; i < n; i++) { x = x * 0.999f + 1; }
    sink = x;
    __threadfence();
    asm volatile("st.relaxed.gpu.u32 [%0], 1;" ::"l"(&flag) : "memory");
  } else if (threadIdx.x == 0) {
    while (peek(&flag) == 0) { }
  }
}
int main() { pair<<<2, 32>>>(2000000); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); }
