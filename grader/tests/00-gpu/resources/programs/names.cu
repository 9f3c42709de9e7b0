// Kernels and variables with names of all kinds, and host code in between.
#include <cstdio>
#include <vector>
#include <twice.h>
const int N = 64;
enum class Kind { ADD, MUL };
struct Pair {
  int a, b;
  Pair(int a, int b) : a{a}, b{b} {}
  __device__ int sum() const { return a + b; }
};
struct Config {
  std::vector<int> sizes;
} config;
static __device__ int add;
namespace {
__device__ int seen;
__global__ void anonymous(int *x) {
  x[threadIdx.x] = START;
  atomicAdd(&seen, 1);
}
}  // namespace
static __global__ void own(int *x) {
  x[threadIdx.x]++;
  atomicAdd(&add, 1);
}
namespace deep2 {
template <class T, Kind K> __global__ void scale(T *x, Pair p) {
  __shared__ T s[padded(N)];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  x[t] = K == Kind::MUL ? s[t] * p.a : twice(s[t]) + p.sum();
}
}  // namespace deep2
struct Less {
  __device__ int operator()(int x) const { return x - 1; }
};
template <class F> __global__ void apply(F f, int *x) { x[threadIdx.x] = f(x[threadIdx.x]); }
extern "C" __global__ void plain(int *x) { x[threadIdx.x] += 0; }

int main() {
  int *x, y[N], mine, others;
  cudaMalloc(&x, sizeof y);
  anonymous<<<1, N>>>(x);
  own<<<1, N>>>(x);
  deep2::scale<int, Kind::MUL><<<1, N>>>(x, Pair(1, 2));
  deep2::scale<int, Kind::ADD><<<1, N>>>(x, Pair(3, 4));
  apply<<<1, N>>>(Less(), x);
  plain<<<1, N>>>(x);
  cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&mine, add, sizeof mine);
  cudaMemcpyFromSymbol(&others, seen, sizeof others);
  config.sizes.assign(5, 0);
  std::printf("%d %d %d %zu %s\n", y[9], mine, others, config.sizes.size(), text().c_str());
  cudaFree(x);
}
