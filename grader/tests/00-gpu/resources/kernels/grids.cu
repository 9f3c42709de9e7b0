// Stencils and images.
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
