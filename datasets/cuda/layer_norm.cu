// y = scale·(x − mean)/√(variance + ε) + shift for each row, a row a warp.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int WARPS = 4;  // of a block
__constant__ float epsilon;

// The sum of a warp's values, in each of its lanes.
__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  return v;
}

__global__ void layerNorm(const float *x, const float *scale, const float *shift, float *y, int rows, int columns) {
  int row = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  x += row * columns;
  float sum = 0, squares = 0;
  for (int j = lane; j < columns; j += 32) sum += x[j];
  float mean = warpSum(sum) / columns;
  for (int j = lane; j < columns; j += 32) squares += (x[j] - mean) * (x[j] - mean);
  float factor = rsqrtf(warpSum(squares) / columns + epsilon);
  for (int j = lane; j < columns; j += 32) y[row * columns + j] = scale[j] * (x[j] - mean) * factor + shift[j];
}

int main() {
  const int rows = 30, columns = 100, n = rows * columns;
  std::vector<float> x(n), y(n), scale(columns), shift(columns);
  for (int i = 0; i < n; i++) x[i] = i * 37 % 101 / 10.f;
  for (int j = 0; j < columns; j++) scale[j] = 1 + j / 100.f, shift[j] = j % 3;
  float *d_x, *d_y, *d_scale, *d_shift, tiny = 1e-5f;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMalloc(&d_scale, columns * sizeof(float)));
  CHECK(cudaMalloc(&d_shift, columns * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_scale, scale.data(), columns * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_shift, shift.data(), columns * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(epsilon, &tiny, sizeof tiny));
  layerNorm<<<(rows + WARPS - 1) / WARPS, dim3(32, WARPS)>>>(d_x, d_scale, d_shift, d_y, rows, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (float *p : {d_x, d_y, d_scale, d_shift}) CHECK(cudaFree(p));
  int wrong = 0;
  for (int row = 0; row < rows; row++) {
    double mean = 0, variance = 0;
    for (int j = 0; j < columns; j++) mean += x[row * columns + j] / columns;
    for (int j = 0; j < columns; j++) variance += std::pow(x[row * columns + j] - mean, 2) / columns;
    for (int j = 0; j < columns; j++) {
      double wanted = scale[j] * (x[row * columns + j] - mean) / std::sqrt(variance + tiny) + shift[j];
      wrong += !(std::abs(wanted - y[row * columns + j]) < 1e-4);
    }
  }
  printf("layer norm: %d of %d elements are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
