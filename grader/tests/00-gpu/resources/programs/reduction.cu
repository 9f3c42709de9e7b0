// A sum by shared memory, with constants, events, occupancy and a template.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>

#include <cuda_runtime.h>

__constant__ float scale;
__device__ int blocks_done;

template <int B>
__global__ void reduce(const float *x, float *sum, int n) {
  __shared__ float part[B];
  float s = 0;
  for (int i = blockIdx.x * B + threadIdx.x; i < n; i += gridDim.x * B) s += x[i];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int d = B / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
#ifndef NO_BARRIER
    __syncthreads();
#endif
  }
  if (threadIdx.x == 0) {
#ifdef NO_ATOMIC
    *sum += scale * part[0];
#else
    atomicAdd(sum, scale * part[0]);
#endif
    atomicAdd(&blocks_done, 1);
  }
}

int main() {
  const int n = 10000;
  std::vector<float> x(n);
  std::iota(x.begin(), x.end(), -5000.f);
  float *d_x, *d_sum, sum = -1, two = 2;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMallocManaged(&d_sum, sizeof(float));
  *d_sum = 0;
  cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(scale, &two, sizeof two);
  cudaEvent_t start, end;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaEventRecord(start);
  reduce<128><<<dim3(8), dim3(128)>>>(d_x, d_sum, n);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = -1;
  cudaEventElapsedTime(&ms, start, end);
  int done = 0, blocks = 0;
  cudaMemcpyFromSymbol(&done, blocks_done, sizeof done);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce<128>, 128, 0);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  sum = *d_sum;
  std::cout << sum << " by " << done << " blocks, " << blocks << " at a time, warps of " << prop.warpSize << ", "
            << (ms >= 0 ? "timed" : "not timed") << ", " << cudaGetErrorString(cudaGetLastError()) << std::endl;
  cudaFree(d_x);
  cudaFree(d_sum);
  return std::abs(sum - -10000.f) < 1 ? 0 : 1;
}
