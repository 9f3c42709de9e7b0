// Thrust's algorithms on the device: sort by key, reduce, scan, transform.
#include <cstdio>
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
int main() {
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
}
