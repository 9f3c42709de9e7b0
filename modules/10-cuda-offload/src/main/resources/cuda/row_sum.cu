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

// BEGIN EXERCISE 10.3
extern "C" __global__ void row_sum_shared(const float* x, float* y, int rows, int columns) {
  __shared__ float part[256];
  // TODO 10.3 — 15 lines. Thread t adds up x[r,t], x[r,t + 256], … into part[t]; then the
  // threads below 128 add the upper half of part to the lower one, then those below 64, …
  // Between a write and another thread's read stands a __syncthreads(): where, and may it
  // stand inside `if (t < half)`? For long rows, (size_t)blockIdx.x * columns is their start.
  // Sums are floats.
#error TODO 10.3 row sums
}

extern "C" __global__ void row_sum_shuffle(const float* x, float* y, int rows, int columns) {
  __shared__ float part[8];
  // 20 lines. Each warp adds up its 32 numbers by shuffles of 16, 8, 4, 2, 1; its lane 0
  // puts the sum into part; then the first warp adds up the eight. How many barriers?
}
// END EXERCISE 10.3
