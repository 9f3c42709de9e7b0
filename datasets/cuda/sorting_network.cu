// Bitonic sort: a network of comparisons that are the same for all inputs; the near ones in shared memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int BLOCK = 128, PART = 2 * BLOCK;  // a thread compares two places

// Puts places i and i + d in order: upwards in every second run of `size` places, downwards in the others.
__device__ void compare(int *x, int i, int d, bool up) {
  int a = x[i], b = x[i + d];
  if ((a > b) == up) x[i] = b, x[i + d] = a;
}

// The lower place of the t-th pair at distance d.
__device__ int lower(int t, int d) { return 2 * t - t % d; }

// One step between places that are too far apart for one block.
__global__ void farStep(int *x, int size, int d) {
  int i = lower(blockIdx.x * BLOCK + threadIdx.x, d);
  compare(x, i, d, (i & size) == 0);
}

// All steps from the distance `d` down, for runs of `size` up to `last`.
__global__ void nearSteps(int *x, int size, int last, int d) {
  __shared__ int part[PART];
  int t = threadIdx.x, first = blockIdx.x * PART;
  part[t] = x[first + t];
  part[t + BLOCK] = x[first + t + BLOCK];
  for (; size <= last; size *= 2, d = size / 2) {
    for (; d > 0; d /= 2) {
      __syncthreads();
      int i = lower(t, d);
      compare(part, i, d, ((first + i) & size) == 0);
    }
  }
  __syncthreads();
  x[first + t] = part[t];
  x[first + t + BLOCK] = part[t + BLOCK];
}

int main() {
  const int n = 2048;  // a power of two
  std::vector<int> x(n), sorted(n);
  for (int i = 0; i < n; i++) x[i] = i * 1103 % 2039;
  int *d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  nearSteps<<<n / PART, BLOCK>>>(d_x, 2, PART, 1);
  for (int size = 2 * PART; size <= n; size *= 2) {
    for (int d = size / 2; d >= PART; d /= 2) farStep<<<n / PART, BLOCK>>>(d_x, size, d);
    nearSteps<<<n / PART, BLOCK>>>(d_x, size, size, BLOCK);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sorted.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  std::sort(x.begin(), x.end());
  printf("sorting network: %d numbers are %s\n", n, sorted == x ? "in order" : "not in order");
  return sorted == x ? 0 : 1;
}
