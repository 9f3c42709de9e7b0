// A struct has a gap behind its last member, which is copied along though nothing has written it.
#include <cstdio>
struct Task {
  double at;
  int depth;
};
__global__ void split(Task *tasks, Task *deepest) {
  int i = threadIdx.x;
  tasks[i].at = i / 2.;
#ifdef UNWRITTEN
  if (i != 5)
#endif
  tasks[i].depth = i % 7;
  __syncthreads();
  if (i == 0) {
    Task best = tasks[0];
    for (int k = 1; k < 32; k++) {
      Task other = tasks[k];  // BUG UNWRITTEN
      if (other.depth > best.depth) best = other;
    }
    *deepest = best;
  }
}
int main() {
  Task *tasks, *deepest, h;
  cudaMalloc(&tasks, 32 * sizeof *tasks);
  cudaMalloc(&deepest, sizeof h);
  split<<<1, 32>>>(tasks, deepest);
  cudaMemcpy(&h, deepest, sizeof(double) + sizeof(int), cudaMemcpyDeviceToHost);
  printf("%g has depth %d\n", h.at, h.depth);
  cudaFree(tasks);
  cudaFree(deepest);
}
