// Simulation, a Fourier transform, products of bytes and shortest ways.
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

extern "C" __global__ void dot_bytes(const int* a, const int* b, int* c, int k) {
  int i = blockIdx.x, j = threadIdx.x, s = 0;
  for (int t = 0; t < k; t++) s = __dp4a(a[i * k + t], b[j * k + t], s);
  c[i * blockDim.x + j] = s;
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
