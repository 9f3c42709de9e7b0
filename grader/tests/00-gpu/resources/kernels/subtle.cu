#define FULL 0xffffffffu
// Kernels with one mistake each that is easy to miss, on the line marked BUG.

extern "C" __global__ void last_round_races(const float* x, float* y) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];  // BUG last_round_races
    if (d > 16) __syncthreads();
  }
  if (t == 0) y[0] = s[0];
}

extern "C" __global__ void broadcast_then_clear(const float* x, float* y) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  y[t] = s[0];
  __syncwarp();
  if (t == 63) s[0] = 0;  // BUG broadcast_then_clear
}

extern "C" __global__ void halo_in_place(float* x, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float a = x[(i + 64) % n] + x[i] + x[i ^ 1] + x[i ^ 32];
  __syncthreads();
  x[i] = a;  // BUG halo_in_place
}

extern "C" __global__ void atomic_beside_store(int* count) {
  if (threadIdx.x == 40) count[0] = 0;
  atomicAdd(count, 1);  // BUG atomic_beside_store
}

extern "C" __global__ void last_block_overruns(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = x[i];  // BUG last_block_overruns
}

extern "C" __global__ void into_the_padding(const float* x, float* y) {
  __shared__ float s[32][33];
  for (int r = 0; r < 32; r++) s[r][threadIdx.x] = x[32 * r + threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x][threadIdx.x + 1];  // BUG into_the_padding
}

extern "C" __global__ void vector_off_by_one(const float* x, float* y) {
  float4 v = *(const float4*)(x + 4 * threadIdx.x + 1);  // BUG vector_off_by_one
  y[threadIdx.x] = v.x + v.w;
}

extern "C" __global__ void shared_vector_off(const float* x, float* y) {
  __shared__ float s[33 * 4];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  float2 v = *(float2*)(s + threadIdx.x);  // BUG shared_vector_off
  y[threadIdx.x] = v.x + v.y;
}

extern "C" __global__ void trips_differ(const int* n, float* y) {
  float a = 0;
  for (int k = 0; k < n[threadIdx.x]; k++) {
    a += k;
    __syncthreads();  // BUG trips_differ
  }
  y[threadIdx.x] = a;
}

extern "C" __global__ void trips_differ_by_warp(const int* n, float* y) {
  float a = 0;
  for (int k = 0; k < n[threadIdx.x / 32]; k++) {
    a += k;
    __syncthreads();  // BUG trips_differ_by_warp
  }
  y[threadIdx.x] = a;
  __syncthreads();
}

extern "C" __global__ void local_array_hole(const float* x, float* y, int k) {
  float window[8];
  for (int j = 0; j < 7; j++) window[j] = x[8 * threadIdx.x + j];
  float a = 0;
  for (int j = 0; j < k; j++) a += window[j];  // BUG local_array_hole
  y[threadIdx.x] = a;
}

extern "C" __global__ void index_overflows(const float* x, float* y, int stride) {
  int i = threadIdx.x * stride;
  y[threadIdx.x] = x[i];  // BUG index_overflows
}

extern "C" __global__ void stale_between_blocks(const float* x, float* y) {
  __shared__ float total;
  if (blockIdx.x == 0 && threadIdx.x == 0) total = x[0];
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] = total;  // BUG stale_between_blocks
}

extern "C" __global__ void dynamic_too_small(const float* x, float* y) {
  extern __shared__ float d[];
  d[threadIdx.x] = x[threadIdx.x];  // BUG dynamic_too_small
  __syncthreads();
  y[threadIdx.x] = d[threadIdx.x ^ 1];
}

extern "C" __global__ void syncwarp_missing_in_scan(const int* x, int* y) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  if (t % 32 >= 1) s[t] += s[t - 1];  // BUG syncwarp_missing_in_scan
  __syncwarp();
  y[t] = s[t];
}

extern "C" __global__ void flag_without_fence(const float* x, float* y, volatile int* flag) {
  if (blockIdx.x == 0) {
    y[0] = x[0];
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    y[1] = y[0];  // BUG flag_without_fence
  }
}

extern "C" __global__ void bytes_race(const unsigned char* x, unsigned int* y) {
  __shared__ unsigned char s[256];
  int t = threadIdx.x;
  s[t] = x[t];
  if (t < 64) y[t] = ((unsigned int*)s)[t];  // BUG bytes_race
}

extern "C" __global__ void partial_mask(const float* x, float* y) {
  float v = x[threadIdx.x];
  if (threadIdx.x < 24) v += __shfl_down_sync(FULL, v, 8);  // BUG partial_mask
  y[threadIdx.x] = v;
}
