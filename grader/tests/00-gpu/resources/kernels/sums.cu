// Reductions of many shapes.
#define FULL 0xffffffffu

extern "C" __global__ void max_of_all(const int* x, int* out, int n) {
  int best = -2147483647;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) best = max(best, x[i]);
  for (int d = 16; d; d /= 2) best = max(best, __shfl_xor_sync(FULL, best, d));
  if ((threadIdx.x & 31) == 0) atomicMax(out, best);
}

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

extern "C" __global__ void argmax_rows(const float* x, int* out, int cols) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, best = -1;
  float top = -3.4e38f;
  for (int j = threadIdx.x; j < cols; j += 32)
    if (x[row * cols + j] > top) top = x[row * cols + j], best = j;
  for (int d = 16; d; d /= 2) {
    float v = __shfl_down_sync(FULL, top, d);
    int j = __shfl_down_sync(FULL, best, d);
    if (v > top || (v == top && j < best)) top = v, best = j;
  }
  if (threadIdx.x == 0) out[row] = best;
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

// Welford's mean and variance, merged lane by lane.
extern "C" __global__ void mean_variance(const float* x, float* out, int n) {
  float count = 0, mean = 0, m2 = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    count += 1;
    float d = x[i] - mean;
    mean += d / count;
    m2 += d * (x[i] - mean);
  }
  for (int k = 16; k; k /= 2) {
    float c = __shfl_xor_sync(FULL, count, k), m = __shfl_xor_sync(FULL, mean, k), q = __shfl_xor_sync(FULL, m2, k);
    float all = count + c, d = m - mean;
    m2 += q + d * d * count * c / all;
    mean = (mean * count + m * c) / all;
    count = all;
  }
  if (threadIdx.x == 0) out[0] = mean, out[1] = m2 / count;
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

// Integers in any order give one result: blocks may run at the same time.
extern "C" __global__ void bounding_box(const int* x, const int* y, int* box, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicMin(box, x[i]);
    atomicMin(box + 1, y[i]);
    atomicMax(box + 2, x[i]);
    atomicMax(box + 3, y[i]);
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
