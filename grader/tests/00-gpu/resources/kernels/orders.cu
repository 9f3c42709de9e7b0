// Races of which another order gives another result, or none.

// Each warp adds its number, without an atomic.
extern "C" __global__ void add_in_shared(const int* x, int* y) {
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  if (t % 32 == 0) sum += x[t / 32];  // BUG add_in_shared
  __syncthreads();
  if (t == 0) y[0] = sum;
}

// All warps write the same number, each after a barrier of its own.
extern "C" __global__ void say_the_same(int* y) {
  __shared__ volatile int answer;
  int t = threadIdx.x;
  __syncwarp();
  if (t % 32 == 0) answer = 7;  // BUG say_the_same
  __syncthreads();
  if (t == 0) y[0] = answer;
}

// Warp 1 waits for warp 0, so there is one order alone; but only a fence would have others see it.
extern "C" __global__ void wait_for_flag(int* y) {
  __shared__ volatile int flag, number;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    number = 7;
    flag = 1;
  }
  if (t == 32) {
    while (flag == 0) {
    }
    y[0] = number;  // BUG wait_for_flag
  }
}

// Lane 1 writes what lane 0 reads without a barrier, and all exchange behind that.
extern "C" __global__ void exchange_behind(const int* x, int* y) {
  __shared__ volatile int seen;
  int t = threadIdx.x;
  if (t == 0) seen = 1;
  __syncthreads();
  if (t == 1) seen = x[1] + 1;
  int v = t == 0 ? seen : 6;  // BUG exchange_behind
  v += __shfl_down_sync(0xffffffffu, v, 1);
  if (t == 0) y[0] = v;
}
