// Reductions of many shapes.
#define FULL 0xffffffffu

extern "C" __global__ void batched_row_sums(const float* x, float* out, int cols) {
  __shared__ float part[8];
  const float* row = x + blockIdx.x * cols;
  float s = 0;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) s += row[j];
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(FULL, s, d);
  if ((threadIdx.x & 31) == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < blockDim.x / 32; k++) s += part[k];
    out[blockIdx.x] = s;
  }
}

extern "C" __global__ void dot_double(const double* x, const double* y, double* out, int n) {
  __shared__ double s[128];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum = fma(x[i], y[i], sum);
  s[threadIdx.x] = sum;
  for (int k = 64; k; k /= 2) {
    __syncthreads();
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}

// Kahan's compensated sum in each thread, then a tree.
extern "C" __global__ void sum_compensated(const float* x, float* out, int n) {
  __shared__ float s[64];
  float sum = 0, lost = 0;
  for (int i = threadIdx.x; i < n; i += 64) {
    float y = __fsub_rn(x[i], lost), t = __fadd_rn(sum, y);
    lost = __fsub_rn(__fsub_rn(t, sum), y);
    sum = t;
  }
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    double all = 0;
    for (int k = 0; k < 64; k++) all += s[k];
    out[0] = (float)all;
  }
}

extern "C" __global__ void histogram_by_match(const int* x, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned same = __match_any_sync(__activemask(), x[i]);
    if (__ffs(same) - 1 == (threadIdx.x & 31)) atomicAdd(&bins[x[i]], __popc(same));
  }
}

extern "C" __global__ void any_all_parity(const int* x, int* out) {
  int t = threadIdx.x;
  int any = __syncthreads_or(x[t] == 77), all = __syncthreads_and(x[t] >= 0);
  unsigned odd = __ballot_sync(FULL, x[t] & 1);
  if (t == 0) out[0] = any != 0, out[1] = all != 0;
  if (t % 32 == 0) out[2 + t / 32] = __popc(odd) & 1;
}
