// Prefix sums and what is built from them.
#define FULL 0xffffffffu

__device__ int warp_scan(int v) {
  int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(FULL, v, d);
    if (lane >= d) v += u;
  }
  return v;
}

extern "C" __global__ void scan_by_warps(const int* x, int* y, int* sums, int n) {
  __shared__ int totals[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  int v = warp_scan(i < n ? x[i] : 0);
  if (lane == 31) totals[w] = v;
  __syncthreads();
  if (w == 0) {
    int t = lane < blockDim.x / 32 ? totals[lane] : 0;
    totals[lane] = warp_scan(t) - t;
  }
  __syncthreads();
  v += totals[w];
  if (i < n) y[i] = v;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void add_sums_before(int* y, const int* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, before = 0;
  for (int b = 0; b < blockIdx.x; b++) before += sums[b];
  if (i < n) y[i] += before;
}

// The sum starts anew wherever a flag is set.
extern "C" __global__ void scan_segments(const int* x, const int* head, int* y) {
  int i = threadIdx.x, lane = i & 31, v = x[i], f = head[i];
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(FULL, v, d), g = __shfl_up_sync(FULL, f, d);
    if (lane >= d) {
      if (!f) v += u;
      f |= g;
    }
  }
  y[i] = v;
}

// One pass: each block waits for what the one before it has found out.
__device__ unsigned next_tile;
extern "C" __global__ void scan_chained(const int* x, int* y, volatile int* state, volatile int* prefix, int n) {
  __shared__ int tile, before;
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(&next_tile, 1u);
  __syncthreads();
  int i = tile * 128 + t;
  s[t] = i < n ? x[i] : 0;
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
  }
  __syncthreads();
  if (t == 0) {
    before = 0;
    if (tile > 0) {
      while (state[tile - 1] == 0) {}
      before = prefix[tile - 1];
    }
    prefix[tile] = before + s[127];
    __threadfence();
    state[tile] = 1;
  }
  __syncthreads();
  if (i < n) y[i] = before + s[t];
}

// Keeps the positive numbers; one atomic for each warp, not for each thread.
extern "C" __global__ void filter_aggregated(const int* x, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] <= 0) return;
  unsigned active = __activemask();
  int leader = __ffs(active) - 1, lane = threadIdx.x & 31, base;
  if (lane == leader) base = atomicAdd(count, __popc(active));
  base = __shfl_sync(active, base, leader);
  out[base + __popc(active & ((1u << lane) - 1))] = x[i];
}

// Stream compaction in order, within one block.
extern "C" __global__ void compact_in_order(const int* x, int* out, int* count, int n) {
  __shared__ int total[32];
  int t = threadIdx.x, lane = t & 31, w = t >> 5;
  bool keep = t < n && (x[t] & 1);
  unsigned votes = __ballot_sync(FULL, keep);
  if (lane == 0) total[w] = __popc(votes);
  __syncthreads();
  int before = 0;
  for (int k = 0; k < w; k++) before += total[k];
  if (keep) out[before + __popc(votes & ((1u << lane) - 1))] = x[t];
  int all = __syncthreads_count(keep);
  if (t == 0) count[0] = all;
}
