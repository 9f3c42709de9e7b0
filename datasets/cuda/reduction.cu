// The sum of n numbers in five ways, from one atomic a number to one store for all.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int BLOCK = 256;

// 1. Each thread adds its number itself: all of them wait for one address.
__global__ void atomics(const int *x, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

// 2. A tree in shared memory: half of the places are added to the other half, again and again.
__global__ void tree(const int *x, int *sum, int n) {
  __shared__ int part[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, part[0]);
}

// The sum of a warp's values, in lane 0.
__device__ int warpSum(int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}

// The sum of a block's values, in thread 0: by shuffles within a warp, by shared memory between warps.
__device__ int blockSum(int v) {
  __shared__ int part[BLOCK / 32];
  int t = threadIdx.x;
  v = warpSum(v);
  if (t % 32 == 0) part[t / 32] = v;
  __syncthreads();
  return t < 32 ? warpSum(t < BLOCK / 32 ? part[t] : 0) : 0;
}

// 3. Two barriers fewer for each halving: lanes of a warp exchange their values.
__global__ void shuffles(const int *x, int *sum, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int v = blockSum(i < n ? x[i] : 0);
  if (threadIdx.x == 0) atomicAdd(sum, v);
}

// 4. Four numbers a load, and as many loads as it takes: a few blocks are enough.
__global__ void vectors(const int *x, int *sum, int n) {
  int v = 0, first = 4 * (blockIdx.x * BLOCK + threadIdx.x);
  for (int i = first; i < n; i += 4 * BLOCK * gridDim.x) {
    int4 q = *(const int4 *)(x + i);
    v += q.x + q.y + q.z + q.w;
  }
  v = blockSum(v);
  if (threadIdx.x == 0) atomicAdd(sum, v);
}

// 5. Each block keeps its share; the last one to be done adds the shares.
__device__ unsigned done;
__global__ void lastBlock(const int *x, int *sum, int n, int *shares) {
  __shared__ bool last;
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int v = blockSum(i < n ? x[i] : 0);
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = v;
    __threadfence();  // the share is seen before the count
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  v = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += BLOCK) v += shares[b];
  v = blockSum(v);
  if (threadIdx.x == 0) *sum = v;
}

int main() {
  const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;  // n is a multiple of 4
  std::vector<int> x(n);
  int wanted = 0, right = 0;
  for (int i = 0; i < n; i++) wanted += x[i] = i % 17 - 5;
  int *d_x, *d_sum, *d_shares;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMalloc(&d_shares, blocks * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int way = 1; way <= 5; way++) {
    CHECK(cudaMemset(d_sum, 0, sizeof(int)));
    if (way == 1) atomics<<<blocks, BLOCK>>>(d_x, d_sum, n);
    if (way == 2) tree<<<blocks, BLOCK>>>(d_x, d_sum, n);
    if (way == 3) shuffles<<<blocks, BLOCK>>>(d_x, d_sum, n);
    if (way == 4) vectors<<<2, BLOCK>>>(d_x, d_sum, n);
    if (way == 5) lastBlock<<<blocks, BLOCK>>>(d_x, d_sum, n, d_shares);
    CHECK(cudaGetLastError());
    int sum;
    CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    right += sum == wanted;
  }
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  CHECK(cudaFree(d_shares));
  printf("reduction: %d of 5 ways are right\n", right);
  return right == 5 ? 0 : 1;
}
