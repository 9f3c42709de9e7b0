// Simulation and linear algebra.
extern "C" __global__ void nbody_tiled(const float4* p, float4* a, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  float4 me = p[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 64) {
    tile[threadIdx.x] = p[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; j++) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = tile[j].w * r * r * r;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  a[i] = make_float4(ax, ay, az, 0);
}

__device__ float normal_cdf(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

extern "C" __global__ void black_scholes(const float* s, const float* k, float* call, float t, float r, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float d1 = (logf(s[i] / k[i]) + (r + 0.5f * v * v) * t) / (v * sqrtf(t)), d2 = d1 - v * sqrtf(t);
  call[i] = s[i] * normal_cdf(d1) - k[i] * expf(-r * t) * normal_cdf(d2);
}

extern "C" __global__ void monte_carlo_pi(unsigned long long* inside, int steps) {
  unsigned x = 12345u + 77u * (blockIdx.x * blockDim.x + threadIdx.x);
  unsigned long long hits = 0;
  for (int i = 0; i < steps; i++) {
    x = 1664525u * x + 1013904223u;
    float a = (x >> 8) * (1.f / 16777216.f);
    x = 1664525u * x + 1013904223u;
    float b = (x >> 8) * (1.f / 16777216.f);
    hits += __fadd_rn(__fmul_rn(a, a), __fmul_rn(b, b)) < 1.f;
  }
  atomicAdd(inside, hits);
}

// Radix 2, decimation in time, 128 points in shared memory.
extern "C" __global__ void fft_128(const float2* x, float2* y) {
  __shared__ float2 s[128];
  int t = threadIdx.x;
  for (int i = t; i < 128; i += 64) s[__brev(i) >> 25] = x[i];
  for (int half = 1; half < 128; half *= 2) {
    __syncthreads();
    int k = t % half, i = (t / half) * 2 * half + k;
    float sn, cs;
    sincospif(-(float)k / half, &sn, &cs);
    float2 a = s[i], b = s[i + half];
    float2 c = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
    s[i] = make_float2(a.x + c.x, a.y + c.y);
    s[i + half] = make_float2(a.x - c.x, a.y - c.y);
  }
  __syncthreads();
  for (int i = t; i < 128; i += 64) y[i] = s[i];
}

extern "C" __global__ void matvec_by_warps(const float* a, const float* x, float* y, int rows, int cols) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float s = 0;
  for (int j = threadIdx.x; j < cols; j += 32) s += a[row * cols + j] * x[j];
  for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
  if (threadIdx.x == 0) y[row] = s;
}

extern "C" __global__ void spmv_csr(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = ptr[r]; k < ptr[r + 1]; k++) s += val[k] * x[col[k]];
  y[r] = s;
}

extern "C" __global__ void matmul_double(const double* a, const double* b, double* c, int n) {
  __shared__ double as[8][8], bs[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  double s = 0;
  for (int t = 0; t < n; t += 8) {
    as[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < 8; k++) s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = s;
}

extern "C" __global__ void dot_bytes(const int* a, const int* b, int* c, int k) {
  int i = blockIdx.x, j = threadIdx.x, s = 0;
  for (int t = 0; t < k; t++) s = __dp4a(a[i * k + t], b[j * k + t], s);
  c[i * blockDim.x + j] = s;
}

// In place, one thread a row, one block.
extern "C" __global__ void cholesky(float* a, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int j = 0; j < n; j++) s[t * n + j] = a[t * n + j];
  for (int k = 0; k < n; k++) {
    __syncthreads();
    if (t == k) s[k * n + k] = sqrtf(s[k * n + k]);
    __syncthreads();
    if (t > k) s[t * n + k] /= s[k * n + k];
    __syncthreads();
    for (int j = k + 1; j <= t; j++) s[t * n + j] -= s[t * n + k] * s[j * n + k];
  }
  __syncthreads();
  for (int j = 0; j < n; j++) a[t * n + j] = j <= t ? s[t * n + j] : 0;
}

extern "C" __global__ void floyd_warshall(int* d, int n) {
  for (int k = 0; k < n; k++) {
    int i = threadIdx.y, j = threadIdx.x;
    int through = d[i * n + k] + d[k * n + j];
    __syncthreads();
    if (through < d[i * n + j]) d[i * n + j] = through;
    __syncthreads();
  }
}

extern "C" __global__ void breadth_first(const int* ptr, const int* adj, int* level, int* changed, int depth, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != depth) return;
  for (int k = ptr[v]; k < ptr[v + 1]; k++)
    if (atomicCAS(&level[adj[k]], -1, depth + 1) == -1) atomicOr(changed, 1);
}

// Longest common subsequence, one diagonal after another.
extern "C" __global__ void longest_common_subsequence(const char* a, const char* b, int* table, int n) {
  int i = threadIdx.x + 1;
  for (int diagonal = 2; diagonal <= 2 * n; diagonal++) {
    int j = diagonal - i;
    if (j >= 1 && j <= n) {
      int* at = table + i * (n + 1) + j;
      *at = a[i - 1] == b[j - 1] ? at[-n - 2] + 1 : max(at[-1], at[-n - 1]);
    }
    __syncthreads();
  }
}

__device__ bool hits(float ox, float oy, float r, float& z) {
  float d = r * r - ox * ox - oy * oy;
  if (d < 0) return false;
  z = sqrtf(d);
  return true;
}

extern "C" __global__ void ray_spheres(const float4* sphere, int n, float* depth, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float best = 1e9f;
  for (int k = 0; k < n; k++) {
    float z;
    if (hits(x - sphere[k].x, y - sphere[k].y, sphere[k].w, z)) best = fminf(best, sphere[k].z - z);
  }
  depth[y * w + x] = best;
}
