// O = softmax(Q·Kᵀ/√d)·V, row by row and causal, with the softmax kept online: no row of scores is ever stored.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int D = 16, QUERIES = 64, KEYS = 32;

// A thread has one query. A block reads keys and values tile by tile; each thread raises its running maximum, and
// scales what it has summed so far down by exp(old − new).
__global__ void attention(const float *q, const float *k, const float *v, float *o, int n) {
  __shared__ float tk[KEYS][D], tv[KEYS][D];
  int i = blockIdx.x * QUERIES + threadIdx.x;
  float mine[D], sum[D] = {}, most = -INFINITY, total = 0;
  for (int d = 0; d < D; d++) mine[d] = i < n ? q[i * D + d] / sqrtf(D) : 0;
  int last = min(n, (int)(blockIdx.x + 1) * QUERIES);  // no query of this block sees a key behind it
  for (int first = 0; first < last; first += KEYS) {
    for (int e = threadIdx.x; e < KEYS * D && first * D + e < n * D; e += QUERIES) {
      tk[e / D][e % D] = k[first * D + e];
      tv[e / D][e % D] = v[first * D + e];
    }
    __syncthreads();
    for (int j = 0; j < KEYS && first + j <= i && first + j < n; j++) {
      float score = 0;
      for (int d = 0; d < D; d++) score += mine[d] * tk[j][d];
      float now = fmaxf(most, score), down = expf(most - now), weight = expf(score - now);
      for (int d = 0; d < D; d++) sum[d] = sum[d] * down + weight * tv[j][d];
      total = total * down + weight;
      most = now;
    }
    __syncthreads();
  }
  if (i < n) {
    for (int d = 0; d < D; d++) o[i * D + d] = sum[d] / total;
  }
}

int main() {
  const int n = 100, size = n * D;
  std::vector<float> x[3], o(size);
  float *d[4];
  for (int m = 0; m < 3; m++) {
    for (int i = 0; i < size; i++) x[m].push_back((i * (31 + 2 * m) % 103 - 51) / 50.f);
    CHECK(cudaMalloc(&d[m], size * sizeof(float)));
    CHECK(cudaMemcpy(d[m], x[m].data(), size * sizeof(float), cudaMemcpyHostToDevice));
  }
  CHECK(cudaMalloc(&d[3], size * sizeof(float)));
  attention<<<(n + QUERIES - 1) / QUERIES, QUERIES>>>(d[0], d[1], d[2], d[3], n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(o.data(), d[3], size * sizeof(float), cudaMemcpyDeviceToHost));
  for (float *p : d) CHECK(cudaFree(p));
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    double total = 0, sum[D] = {};
    for (int j = 0; j <= i; j++) {
      double score = 0;
      for (int e = 0; e < D; e++) score += x[0][i * D + e] * x[1][j * D + e] / std::sqrt(D);
      total += std::exp(score);
      for (int e = 0; e < D; e++) sum[e] += std::exp(score) * x[2][j * D + e];
    }
    for (int e = 0; e < D; e++) wrong += !(std::abs(sum[e] / total - o[i * D + e]) < 1e-4);
  }
  printf("attention: %d of %d elements are wrong\n", wrong, size);
  return wrong == 0 ? 0 : 1;
}
