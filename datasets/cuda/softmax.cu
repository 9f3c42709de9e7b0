// y = exp(x − max) / Σ exp(x − max) for each row, a row a block.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int BLOCK = 128;

struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Sum { __device__ float operator()(float a, float b) const { return a + b; } };

// All values of the block in one, for every thread of it.
template <class Op> __device__ float all(float v, Op op) {
  __shared__ float part[BLOCK];
  int t = threadIdx.x;
  part[t] = v;
  __syncthreads();
  for (int d = BLOCK / 2; d > 0; d /= 2) {
    if (t < d) part[t] = op(part[t], part[t + d]);
    __syncthreads();
  }
  v = part[0];
  __syncthreads();  // the next call writes the same places
  return v;
}

__global__ void softmax(const float *x, float *y, int columns) {
  x += blockIdx.x * columns;
  y += blockIdx.x * columns;
  float most = -INFINITY, sum = 0;
  for (int j = threadIdx.x; j < columns; j += BLOCK) most = fmaxf(most, x[j]);
  most = all(most, Max());
  for (int j = threadIdx.x; j < columns; j += BLOCK) sum += y[j] = expf(x[j] - most);
  sum = all(sum, Sum());
  for (int j = threadIdx.x; j < columns; j += BLOCK) y[j] /= sum;
}

int main() {
  const int rows = 12, columns = 300, n = rows * columns;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = 1000 + i * 41 % 97 / 10.f;  // exp(1000) is infinite
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  softmax<<<rows, BLOCK>>>(d_x, d_y, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  int wrong = 0;
  for (int row = 0; row < rows; row++) {
    double sum = 0, most = *std::max_element(&x[row * columns], &x[row * columns] + columns);
    for (int j = 0; j < columns; j++) sum += std::exp(x[row * columns + j] - most);
    for (int j = 0; j < columns; j++) {
      double wanted = std::exp(x[row * columns + j] - most) / sum;
      wrong += !(std::abs(wanted - y[row * columns + j]) < 1e-6);
    }
  }
  printf("softmax: %d of %d elements are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
