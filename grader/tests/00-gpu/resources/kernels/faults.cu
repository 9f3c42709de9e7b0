// One mistake a kernel, on the line marked BUG.
#include <cassert>
#include <cstdio>

extern "C" __global__ void no_bounds_check(float* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;  // BUG no_bounds_check
}

extern "C" __global__ void negative_index(const float* x, float* y) {
  int i = threadIdx.x;
  y[i] =
      x[i - 1]  // BUG negative_index
      + 1;
}

extern "C" __global__ void shared_overrun(float* y) {
  __shared__ float s[64];
  s[threadIdx.x + 1] = 1;  // BUG shared_overrun
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void host_pointer(const float* x, float* y) {
  float v =
      x[threadIdx.x];  // BUG host_pointer
  y[threadIdx.x] = v;
}

extern "C" __global__ void misaligned_vector(const float* x, float4* y) {
  y[threadIdx.x] =
      *(const float4*)(x + 1);  // BUG misaligned_vector
}

extern "C" __global__ void reads_all(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v =
        x[i];  // BUG reads_all
    y[i] = v;
  }
}

extern "C" __global__ void accumulates_into_garbage(const float* x, float* sum) {
  atomicAdd(sum, x[threadIdx.x]);  // BUG accumulates_into_garbage
}

extern "C" __global__ void shared_never_filled(float* y, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = t;
  __syncthreads();
  y[t] = s[t];  // BUG shared_never_filled
}

extern "C" __global__ void barrier_forgotten(const float* x, float* y) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = x[t];
  y[t] = s[127 - t];  // BUG barrier_forgotten
}

extern "C" __global__ void second_barrier_forgotten(const float* x, float* y, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    s[t] = x[64 * k + t];  // BUG second_barrier_forgotten
    __syncthreads();
    sum += s[63 - t];
  }
  y[t] = sum;
}

extern "C" __global__ void syncwarp_forgotten(const float* x, float* y) {
  __shared__ volatile float s[32];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  for (int k = 16; k > 0; k >>= 1)
    if (t < k) s[t] = s[t] + s[t + k];  // BUG syncwarp_forgotten
  if (t == 0) y[0] = s[0];
}

extern "C" __global__ void sum_without_atomic(const float* x, float* sum) {
  if (threadIdx.x == 0) sum[0] += x[blockIdx.x];  // BUG sum_without_atomic
}

extern "C" __global__ void neighbours_in_place(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i + 1 < n ?
      x[i + 1]
      : 0;
  x[i] = v;  // BUG neighbours_in_place
}

extern "C" __global__ void barrier_in_branch(float* x) {
  if (threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncthreads();  // BUG barrier_in_branch
  }
  x[threadIdx.x] += 1;
}

extern "C" __global__ void partners_never_meet(float* x) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");  // BUG partners_never_meet
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  x[threadIdx.x] = 1;
}

extern "C" __global__ void lock_inside_a_warp(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  count[0] += 1;  // BUG lock_inside_a_warp
  atomicExch(lock, 0);
}

extern "C" __global__ void divides_by_zero(const int* x, int* y) {
  int t = threadIdx.x;
  y[t] = 100 / x[t];  // BUG divides_by_zero
}

extern "C" __global__ void asserts(const int* x) {
  assert(x[threadIdx.x] > 0);  // BUG asserts
}

extern "C" __global__ void traps(const int* x) {
  if (x[threadIdx.x] == 0) __trap();  // BUG traps
}

extern "C" __global__ void shuffle_in_branch(const float* x, float* y) {
  int t = threadIdx.x;
  float v = x[t];
  if (t < 20) v += __shfl_down_sync(0xffffffffu, v, 16);  // BUG shuffle_in_branch
  y[t] = v;
}

__device__ __noinline__ int endless(int n, int* x) {
  x[n & 7] = n;
  return endless(n + 1, x) + x[n & 3];  // BUG recursion
}

extern "C" __global__ void recursion(int* x) { x[0] = endless(0, x); }

// Correct, though it looks like a race: every partial sum is fenced before the last block reads it.
__device__ unsigned finished;
extern "C" __global__ void last_block_sums(const float* x, volatile float* partial, float* sum, int n) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < n; i++) s += x[blockIdx.x * n + i];
    partial[blockIdx.x] = s;
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < gridDim.x; i++) s += partial[i];
    sum[0] = s;
    finished = 0;
  }
}

extern "C" __global__ void prints(const float* x, unsigned long long big) {
  if (threadIdx.x < 2)
    printf("block %d thread %2d: %.3f %g %s %c %x %llu 100%%\n", blockIdx.x, threadIdx.x, x[threadIdx.x], 0.5, "text", 'c', 255, big);
}
