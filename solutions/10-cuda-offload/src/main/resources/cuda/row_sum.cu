// y[r] = Σⱼ x[r,j]; x is (rows,columns), y is (rows). Twice: by shared memory, then by shuffles.
//
// Launch, both: GpuLaunch.of(rows, 256), a block of 256 threads for each row.
// Memory: x is read once, coalesced. A row is long or short: any number of columns, 0 too.
//
// First each thread adds up every 256th number of the row, which leaves 256 numbers a block; they
// are added in pairs, 256 → 128 → … → 1. Threads of a block meet in __shared__ memory, and wait
// for each other at __syncthreads(): all threads must come to it, or none. Threads of a warp can
// also look into each other's registers: __shfl_down_sync(0xffffffff, v, d) is the v of the thread
// d places further on in the warp. That needs neither memory nor a barrier.

// BEGIN SOLUTION 10.3 "row sums" 15 points, core
extern "C" __global__ void row_sum_shared(const float* x, float* y, int rows, int columns) {
  __shared__ float part[256];
  int t = threadIdx.x;
  const float* row = x + (size_t)blockIdx.x * columns;
  float sum = 0;
  for (int j = t; j < columns; j += 256) { // neighbours read neighbours
    sum += row[j];
  }
  part[t] = sum;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) { // whole warps work or rest, until one is left
      part[t] += part[t + half];
    }
    __syncthreads(); // outside the if: every thread comes here
  }
  if (t == 0) {
    y[blockIdx.x] = part[0];
  }
}

extern "C" __global__ void row_sum_shuffle(const float* x, float* y, int rows, int columns) {
  __shared__ float part[8]; // a number for each warp
  int t = threadIdx.x;
  const float* row = x + (size_t)blockIdx.x * columns;
  float sum = 0;
  for (int j = t; j < columns; j += 256) {
    sum += row[j];
  }
  for (int d = 16; d > 0; d /= 2) { // lane 0 of each warp ends with the warp's sum
    sum += __shfl_down_sync(0xffffffff, sum, d);
  }
  if (t % 32 == 0) {
    part[t / 32] = sum;
  }
  __syncthreads(); // the only one
  if (t < 32) { // the first warp adds up the eight
    sum = t < 8 ? part[t] : 0;
    for (int d = 4; d > 0; d /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, d);
    }
    if (t == 0) {
      y[blockIdx.x] = sum;
    }
  }
}
// STUB extern "C" __global__ void row_sum_shared(const float* x, float* y, int rows, int columns) {
// STUB   __shared__ float part[256];
// STUB   // TODO 10.3 — 15 lines. Thread t adds up x[r,t], x[r,t + 256], … into part[t]; then the
// STUB   // threads below 128 add the upper half of part to the lower one, then those below 64, …
// STUB   // Between a write and another thread's read stands a __syncthreads(): where, and may it
// STUB   // stand inside `if (t < half)`? For long rows, (size_t)blockIdx.x * columns is their start.
// STUB   // Sums are floats.
// STUB #error TODO 10.3 row sums
// STUB }
// STUB
// STUB extern "C" __global__ void row_sum_shuffle(const float* x, float* y, int rows, int columns) {
// STUB   __shared__ float part[8];
// STUB   // 20 lines. Each warp adds up its 32 numbers by shuffles of 16, 8, 4, 2, 1; its lane 0
// STUB   // puts the sum into part; then the first warp adds up the eight. How many barriers?
// STUB }
// END SOLUTION
