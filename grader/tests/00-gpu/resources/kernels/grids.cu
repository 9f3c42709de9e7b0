// Stencils and images.
extern "C" __global__ void heat_step(const float* u, float* v, int w, int h, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int i = y * w + x;
  bool edge = x == 0 || y == 0 || x == w - 1 || y == h - 1;
  v[i] = edge ? u[i] : u[i] + k * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4 * u[i]);
}

extern "C" __global__ void stencil_3d(const float* u, float* v, int n) {
  int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1, i = (z * n + y) * n + x;
  v[i] = (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] + u[i - n * n] + u[i + n * n]) / 6;
}

extern "C" __global__ void game_of_life(const unsigned char* a, unsigned char* b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
  if (x >= w || y >= h) return;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) n += a[(y + dy + h) % h * w + (x + dx + w) % w];
  b[y * w + x] = n == 3 || (n == 2 && a[y * w + x]);
}

// Tile with a halo of one cell.
extern "C" __global__ void box_blur_tiled(const float* u, float* v, int w, int h) {
  __shared__ float t[10][18];
  int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 8 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 180; i += 128) {
    int x = min(max(x0 + i % 18, 0), w - 1), y = min(max(y0 + i / 18, 0), h - 1);
    t[i / 18][i % 18] = u[y * w + x];
  }
  __syncthreads();
  int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
#pragma unroll
  for (int dy = 0; dy < 3; dy++)
#pragma unroll
    for (int dx = 0; dx < 3; dx++) s += t[threadIdx.y + dy][threadIdx.x + dx];
  v[y * w + x] = s / 9;
}

extern "C" __global__ void sobel(const unsigned char* a, unsigned char* b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  const unsigned char* p = a + y * w + x;
  int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
  int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
  b[y * w + x] = (unsigned char)min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
}

__device__ __forceinline__ void order(int& a, int& b) {
  int lo = min(a, b);
  b = max(a, b);
  a = lo;
}

extern "C" __global__ void median_3x3(const int* u, int* v, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  int p[9];
  for (int k = 0; k < 9; k++) p[k] = u[(y + k / 3 - 1) * w + x + k % 3 - 1];
  for (int pass = 0; pass < 9; pass++)
    for (int k = pass & 1; k < 8; k += 2) order(p[k], p[k + 1]);
  v[y * w + x] = p[4];
}

extern "C" __global__ void bilinear_resize(const float* a, float* b, int w, int h, int W, int H) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= W) return;
  float fx = fminf(fmaxf((x + 0.5f) * w / W - 0.5f, 0.f), w - 1.f), fy = fminf(fmaxf((y + 0.5f) * h / H - 0.5f, 0.f), h - 1.f);
  int x0 = (int)floorf(fx), y0 = (int)floorf(fy), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  float ax = fx - x0, ay = fy - y0;
  float top = a[y0 * w + x0] * (1 - ax) + a[y0 * w + x1] * ax, low = a[y1 * w + x0] * (1 - ax) + a[y1 * w + x1] * ax;
  b[y * W + x] = top * (1 - ay) + low * ay;
}

extern "C" __global__ void mandelbrot(int* out, int w, int h, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  double cx = -2.0 + 3.0 * px / w, cy = -1.0 + 2.0 * py / h, x = 0, y = 0;
  int i = 0;
  while (i < limit && x * x + y * y < 4) {
    double t = __dadd_rn(__dsub_rn(__dmul_rn(x, x), __dmul_rn(y, y)), cx);
    y = __dadd_rn(__dmul_rn(2 * x, y), cy);
    x = t;
    i++;
  }
  out[py * w + px] = i;
}

extern "C" __global__ void rgb_to_grey(const uchar4* a, unsigned char* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = (77 * a[i].x + 150 * a[i].y + 29 * a[i].z) >> 8;
}
