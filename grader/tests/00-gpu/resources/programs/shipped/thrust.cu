// Thrust's algorithms on the device: sort by key, reduce, scan, transform. CUB's scan, which says what room it needs.
#include <cstdio>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
static int scanned() {
  int h[256], r[256], *d, *o; for (int &x : h) x = 1;
  cudaMalloc(&d, 1024); cudaMalloc(&o, 1024); cudaMemcpy(d, h, 1024, cudaMemcpyHostToDevice); cudaMemset(o, 0xff, 1024);
  void *t = nullptr; size_t n = 0;
  cudaError_t a = cub::DeviceScan::InclusiveSum(t, n, d, o, 256);
  cudaMalloc(&t, n);
  cudaError_t b = cub::DeviceScan::InclusiveSum(t, n, d, o, 256);
  cudaError_t s = cudaDeviceSynchronize(), l = cudaGetLastError();
  cudaMemcpy(r, o, 1024, cudaMemcpyDeviceToHost);
  printf("size query %s %zu, scan %s, sync %s, last %s, r[255] = %d\n", cudaGetErrorName(a), n, cudaGetErrorName(b), cudaGetErrorName(s), cudaGetErrorName(l), r[255]);
  cudaFree(t); cudaFree(d); cudaFree(o); return r[255] != 256;
}
int main() {
  int unscanned = scanned();
  const int n = 1000;
  thrust::host_vector<int> keys(n), values(n);
  for (int i = 0; i < n; i++) keys[i] = i * 37 % n, values[i] = i;
  thrust::device_vector<int> k = keys, v = values, y(n);
  thrust::sort_by_key(k.begin(), k.end(), v.begin());
  int wrong = 0;
  thrust::host_vector<int> sorted = k, moved = v;
  for (int i = 0; i < n; i++) wrong += sorted[i] != i || keys[moved[i]] != i;
  int sum = thrust::reduce(k.begin(), k.end(), 0, thrust::plus<int>());
  thrust::transform(k.begin(), k.end(), y.begin(), Square());
  int squares = y[n - 1];
  thrust::inclusive_scan(k.begin(), k.end(), y.begin());
  int last = y[n - 1];
  printf("%d wrong, %d %d %d\n", wrong, sum, squares, last);
  return unscanned;
}
