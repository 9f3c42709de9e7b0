// Kernels whose warps and blocks wait for each other, and some that wait for ever.
#include <cstdio>

// Warp 0 waits for the flag that warp 1 sets.
extern "C" __global__ void flag_between_warps(volatile int* flag, int* data, int* out) {
  if (threadIdx.x == 32) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  }
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    out[0] = data[0];
  }
}

// The same without a fence: nothing says that the data is there when the flag is.
extern "C" __global__ void flag_without_fence(volatile int* flag, int* data, int* out) {
  if (threadIdx.x == 32) {
    data[0] = 42;
    *flag = 1;
  }
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    out[0] = data[0];  // BUG flag_without_fence
  }
}

// The leaders of the warps hand a lock on.
extern "C" __global__ void lock_between_warps(int* lock, int* sum) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
      __nanosleep(100);
    }
    __threadfence();
    *(volatile int*)sum += threadIdx.x / 32 + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// A barrier of all blocks: the last one to come turns the top bit over.
__device__ unsigned arrived;
__device__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned mine = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
    __threadfence();
    unsigned before = atomicAdd(&arrived, mine);
    while (((*(volatile unsigned*)&arrived ^ before) & 0x80000000u) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
extern "C" __global__ void shift_twice(int* x, int* y) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[(i + blockDim.x) % n];
  meet();
  x[i] = y[(i + blockDim.x) % n];
}

// The same without the barrier.
extern "C" __global__ void shift_without(int* x, int* y) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[(i + blockDim.x) % n];
  __syncthreads();
  x[i] = y[(i + blockDim.x) % n];  // BUG shift_without
}

// A count that starts below 0 and never gets there.
extern "C" __global__ void never_ends(int* out, int step) {
  int sum = 0;
  for (unsigned i = threadIdx.x; i >= 0; i -= step) {  // BUG never_ends
    sum ^= i * 7;
    if (sum == out[1]) {
      out[0] = sum;
    }
  }
  out[0] = sum;
}
