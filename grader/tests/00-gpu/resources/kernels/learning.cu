// What networks are made of.
#define FULL 0xffffffffu

__device__ float warp_sum(float v) {
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(FULL, v, d);
  return v;
}

// softmax(Q·Kᵀ/√d)·V without ever storing the scores: a row of Q a warp, keys in tiles of 32.
extern "C" __global__ void flash_attention(const float* q, const float* k, const float* v, float* o, int n) {
  __shared__ float ks[32][33], vs[32][33];
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  float mine = q[row * 32 + lane] * 0.17677669f, m = -3.4e38f, sum = 0, acc = 0;
  for (int t = 0; t < n; t += 32) {
    for (int r = threadIdx.y; r < 32; r += blockDim.y) {
      ks[r][lane] = k[(t + r) * 32 + lane];
      vs[r][lane] = v[(t + r) * 32 + lane];
    }
    __syncthreads();
    float score = 0;
    for (int d = 0; d < 32; d++) score += __shfl_sync(FULL, mine, d) * ks[lane][d];
    float top = score;
    for (int d = 16; d; d /= 2) top = fmaxf(top, __shfl_xor_sync(FULL, top, d));
    float now = fmaxf(m, top), keep = __expf(m - now), p = __expf(score - now);
    sum = sum * keep + warp_sum(p);
    acc *= keep;
    for (int j = 0; j < 32; j++) acc += __shfl_sync(FULL, p, j) * vs[j][lane];
    m = now;
    __syncthreads();
  }
  o[row * 32 + lane] = acc / sum;
}

extern "C" __global__ void rotary(float2* x, int half) {
  int pos = blockIdx.x, i = threadIdx.x;
  float angle = pos * powf(10000.f, -(float)i / half), s, c;
  sincosf(angle, &s, &c);
  float2 v = x[pos * half + i];
  x[pos * half + i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

extern "C" __global__ void quantise_rows(const float* x, signed char* q, float* scale, int cols) {
  float m = 0;
  for (int j = threadIdx.x; j < cols; j += 32) m = fmaxf(m, fabsf(x[blockIdx.x * cols + j]));
  for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(FULL, m, d));
  float s = m / 127.f;
  for (int j = threadIdx.x; j < cols; j += 32) q[blockIdx.x * cols + j] = (signed char)__float2int_rn(x[blockIdx.x * cols + j] / s);
  if (threadIdx.x == 0) scale[blockIdx.x] = s;
}

extern "C" __global__ void nearest_centroid(const float* x, const float* c, int* label, float* sum, int* count, int n, int k, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int best = 0;
  float least = 3.4e38f;
  for (int j = 0; j < k; j++) {
    float s = 0;
    for (int t = 0; t < d; t++) {
      float e = x[i * d + t] - c[j * d + t];
      s += e * e;
    }
    if (s < least) least = s, best = j;
  }
  label[i] = best;
  atomicAdd(&count[best], 1);
  for (int t = 0; t < d; t++) atomicAdd(&sum[best * d + t], x[i * d + t]);
}
