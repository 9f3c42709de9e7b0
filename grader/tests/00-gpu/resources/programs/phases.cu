// Barriers of <cuda/barrier> and their phases: right without the lines marked WRONG; without those marked RIGHT each kernel has a mistake that
// is seen in the line marked with its name. MBARRIER adds those that need instructions of sm_80.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/std/chrono>
#include <cuda/std/utility>
#ifdef MBARRIER
#include <cooperative_groups.h>
#include <cuda/pipeline>
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
__global__ void twice(int *out) {
  __shared__ Barrier barrier;
  __shared__ int x[128];
  int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    x[i] = i + k;  // HERE twice
    barrier.arrive_and_wait();
    out[128 * k + i] = x[(i + 33) % 128];
    barrier.arrive_and_wait();  // RIGHT
  }
}
__global__ void drop(int *out) {
  __shared__ Barrier barrier;
  __shared__ int x[128];
  int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);
  __syncthreads();  // RIGHT
  for (int k = 0; k < 128; k++) {
    x[i] = i + k;
    if (k == i) {
      barrier.arrive_and_drop();
      break;
    }
    barrier.arrive_and_wait();  // HERE drop
    if (i > k + 1) out[i] += x[k + 1];
    barrier.arrive_and_wait();
  }
}
__global__ void last(int *out) {
  __shared__ Barrier barrier;
  __shared__ int x[128];
  int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);
  __syncthreads();
  x[i] = i;
  Barrier::arrival_token token = barrier.arrive();
  if (i != 0) return;
  while (!barrier.try_wait_for(cuda::std::move(token), cuda::std::chrono::nanoseconds(100))) {}  // RIGHT
  int sum = 0;
  for (int k = 0; k < 128; k++) sum += x[k];  // HERE last
  *out = sum;
}
__global__ void hand(int *out) {
  __shared__ Barrier full, empty;
  __shared__ int x;
  int i = threadIdx.x;
  if (i == 0) {
    init(&full, 1);
    init(&empty, 96);
  }
  __syncthreads();
  for (int k = 0; k < 5; k++) {
    if (i < 32) {
      empty.wait_parity(k % 2 == 0);
      if (i == 0) {
        x = k;  // RIGHT
        (void)full.arrive();
        x = k;  // WRONG
      }
    } else {
      full.wait_parity(k % 2 == 1);
      out[i] += x;  // HERE hand
      __syncwarp();
      if (i % 32 == 0) (void)empty.arrive(32);
    }
  }
}
#ifdef MBARRIER
__global__ void copy(int *out, const int4 *in) {
  __shared__ Barrier barrier;
  __shared__ int4 x[128];
  int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&x[i], in + i, cuda::aligned_size_t<16>(16), barrier);
  barrier.arrive_and_wait();  // RIGHT
  out[i] = x[i].z;  // HERE copy
}
__global__ void pipe(int *out, const int *in) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int x[2][128];
  auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int k = 0; k < 6; k++) {
    if (k < 4) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, x[k % 2], in + 128 * k, sizeof x[0], pipeline);
      pipeline.producer_commit();
    }
    if (k == 0 || k == 5) continue;
    pipeline.consumer_wait();  // RIGHT
    out[threadIdx.x] += x[(k - 1) % 2][127 - threadIdx.x];  // HERE pipe
    pipeline.consumer_release();
  }
}
__global__ void stray(int *out) {
  __shared__ Barrier barrier;
  int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);  // RIGHT
  __syncthreads();
  barrier.arrive_and_wait();  // HERE stray
  out[i] += 1;
}
#endif
int main() {
  int *out;
  cudaMallocManaged(&out, 2048 * sizeof(int));
  for (int i = 0; i < 2048; i++) out[i] = i < 1536 ? 0 : i;
  twice<<<1, 128>>>(out);
  drop<<<1, 128>>>(out + 512);
  last<<<1, 128>>>(out + 640);
  hand<<<1, 128>>>(out + 768);
#ifdef MBARRIER
  copy<<<1, 128>>>(out + 896, (int4 *)(out + 1536));
  pipe<<<1, 128>>>(out + 896, out + 1536);
  stray<<<1, 128>>>(out + 896);
#endif
  cudaDeviceSynchronize();
  long sums[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 1024; i++) {
    int kernel = i < 512 ? 0 : i < 640 ? 1 : i < 768 ? 2 : i < 896 ? 3 : 4;
    sums[kernel] += out[i] * (long)(i + 1);
  }
  for (int k = 0; k < 5; k++) printf("%ld ", sums[k]);
  printf("\n");
  cudaFree(out);
}
