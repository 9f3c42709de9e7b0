// Launches that come again, on memory that is the same, and on memory that is not.
#include <cstdio>

const int N = 256;
__constant__ int factor;
__global__ void scale(int *to, const int *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = factor * from[i];
}
__global__ void grow(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void total(int *sum, const int *x) { atomicAdd(sum, x[blockIdx.x * blockDim.x + threadIdx.x]); }
__global__ void speak() { printf("spoken "); }

int wrong = 0;
void expect(const char *what, const int *p, int value) {
  int found;
  cudaMemcpy(&found, p, sizeof found, cudaMemcpyDeviceToHost);
  if (found != value) printf("%s: %d, not %d\n", what, found, value), wrong++;
}
void fill(int *p, int value) {
  int all[N];
  for (int &x : all) x = value;
  cudaMemcpy(p, all, sizeof all, cudaMemcpyHostToDevice);
}
void setFactor(int value) { cudaMemcpyToSymbol(factor, &value, sizeof value); }

int main() {
  int *from, *to, *sum, *pinned;
  cudaMalloc(&from, N * sizeof(int));
  cudaMalloc(&to, N * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMallocHost(&pinned, N * sizeof(int));
  setFactor(2), fill(from, 1);
  for (int i = 0; i < 5; i++) scale<<<2, N / 2>>>(to, from);
  expect("five times", to, 2);
  fill(from, 2);
  for (int i = 0; i < 3; i++) scale<<<2, N / 2>>>(to, from);
  expect("a copy changed it", to, 4);
  setFactor(3);
  scale<<<2, N / 2>>>(to, from);
  expect("a constant changed", to, 6);
  scale<<<1, N / 2>>>(to, from), grow<<<1, N / 2>>>(to);
  expect("half of it", to + N / 2, 6);
  cudaMemset(to, 0, N * sizeof(int));
  for (int i = 0; i < 3; i++) grow<<<2, N / 2>>>(to);
  expect("in place", to, 3);
  cudaMemset2D(to, N, 0, N, sizeof(int));  // all of it, too
  grow<<<2, N / 2>>>(to);
  expect("filled and in place", to, 1);
  for (int i = 0; i < 4; i++) {
    cudaMemset(sum, 0, sizeof(int));
    scale<<<2, N / 2>>>(to, from), total<<<2, N / 2>>>(sum, to), grow<<<2, N / 2>>>(to);
  }
  expect("three in turn", to, 7), expect("their sum", sum, 6 * N);
  total<<<2, N / 2>>>(sum, to), total<<<2, N / 2>>>(sum, to);
  expect("sums of the sum", sum, 20 * N);
  for (int i = 1; i < 4; i++) {
    for (int j = 0; j < N; j++) pinned[j] = i;
    scale<<<2, N / 2>>>(to, pinned);
    cudaDeviceSynchronize();
    expect("pinned", to, 3 * i);
  }
  const int WIDE = 3 << 20, HIGH = 7;  // more than goes at once
  int *wide = (int *)calloc(HIGH, WIDE), *back = (int *)calloc(HIGH, WIDE), *there;
  for (int i = 0; i < HIGH * (WIDE / 4); i++) wide[i] = i;
  cudaMalloc(&there, HIGH * WIDE);
  cudaMemcpy2D(there, WIDE, wide, WIDE, WIDE, HIGH, cudaMemcpyHostToDevice);
  cudaMemcpy2D(back, WIDE, there, WIDE, WIDE, HIGH, cudaMemcpyDeviceToHost);
  expect("rows", there + HIGH * (WIDE / 4) - 1, HIGH * (WIDE / 4) - 1);
  if (memcmp(wide, back, HIGH * WIDE)) printf("other rows\n"), wrong++;
  cudaFree(there), free(wide), free(back);
  for (int i = 0; i < 3; i++) speak<<<1, 1>>>();
#ifdef FREED
  scale<<<2, N / 2>>>(to, from), scale<<<2, N / 2>>>(to, from), scale<<<2, N / 2>>>(to, from);
  cudaFree(from);
  scale<<<2, N / 2>>>(to, from);  // FREED
#else
  cudaFree(from);
#endif
  cudaFree(to), cudaFree(sum), cudaFreeHost(pinned);
  printf("%d wrong\n", wrong);
  return cudaGetLastError() != cudaSuccess;
}
