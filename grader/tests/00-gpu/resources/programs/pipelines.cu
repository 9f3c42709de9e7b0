// Streams as programs use them, all of it right: chunks, two buffers in turn, a slot that is filled again, host threads.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <thread>
#include <vector>

__global__ void twice(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}
__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }
__global__ void say(char *x) { printf("%d\n", ++*x); }

const int N = 8, CHUNK = 1024;
const size_t BYTES = CHUNK * sizeof(float);

int wrong(const float *in, const float *out) {
  int n = 0;
  for (int i = 0; i < N * CHUNK; i++) n += out[i] != 2 * in[i];
  return n;
}

int main() {
  float *in, *out, *d_in, *d_out, *parts[2];
  cudaMallocHost(&in, N * BYTES);
  cudaMallocHost(&out, N * BYTES);
  cudaMalloc(&d_in, N * BYTES);
  cudaMalloc(&d_out, N * BYTES);
  for (float *&part : parts) cudaMalloc(&part, BYTES);
  for (int i = 0; i < N * CHUNK; i++) in[i] = i;
  int bad = 0;

  cudaStream_t streams[3];
  for (auto &s : streams) cudaStreamCreate(&s);
  for (int b = 0; b < N; b++) {
    auto s = streams[b % 3];
    int at = b * CHUNK;
    cudaMemcpyAsync(d_in + at, in + at, BYTES, cudaMemcpyHostToDevice, s);
    twice<<<4, 256, 0, s>>>(d_in + at, d_out + at);
    cudaMemcpyAsync(out + at, d_out + at, BYTES, cudaMemcpyDeviceToHost, s);
  }
  for (auto s : streams) cudaStreamSynchronize(s);
  bad += wrong(in, out);

  cudaStream_t copying, computing;
  cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&computing, cudaStreamNonBlocking);
  cudaEvent_t full[2], empty[2], sent[2], begin, end;
  for (auto all : {full, empty, sent}) {
    for (int i = 0; i < 2; i++) cudaEventCreateWithFlags(&all[i], cudaEventDisableTiming);
  }
  for (int b = 0; b < N; b++) {
    cudaStreamWaitEvent(copying, empty[b % 2], 0);
    cudaMemcpyAsync(parts[b % 2], in + b * CHUNK, BYTES, cudaMemcpyHostToDevice, copying);
    cudaEventRecord(full[b % 2], copying);
    cudaStreamWaitEvent(computing, full[b % 2], 0);
    twice<<<4, 256, 0, computing>>>(parts[b % 2], d_out + b * CHUNK);
    cudaEventRecord(empty[b % 2], computing);
  }
  cudaStreamSynchronize(computing);  // and so all of the copies, for which it has waited
  cudaMemcpy(out, d_out, N * BYTES, cudaMemcpyDeviceToHost);
  bad += wrong(in, out);

  for (int b = 0; b < N; b++) {
    if (b >= 2) cudaEventSynchronize(sent[b % 2]);
    float *slot = in + b % 2 * CHUNK;
    for (int i = 0; i < CHUNK; i++) slot[i] = b;
    cudaMemcpyAsync(d_in + b * CHUNK, slot, BYTES, cudaMemcpyHostToDevice, copying);
    cudaEventRecord(sent[b % 2], copying);
  }
  cudaDeviceSynchronize();

  int *x;
  float ms;
  cudaMallocManaged(&x, 1024);
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (int i = 0; i < 10; i++) fill<<<1, 256>>>(x, i);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  bad += cudaEventElapsedTime(&ms, begin, end) != cudaSuccess || x[7] != 9;

  std::vector<std::thread> threads;
  for (int k = 0; k < 2; k++) {
    threads.emplace_back([=] {
      cudaStream_t s;
      cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
      for (int i = 0; i < 5; i++) {
        int got;
        fill<<<1, 256, 0, s>>>((int *)parts[k], i);
        cudaMemcpyAsync(&got, parts[k], sizeof(int), cudaMemcpyDeviceToHost, s);  // to memory that is not pinned: it waits
        if (got != i) printf("wrong in a thread\n");
      }
      cudaStreamSynchronize(s);
      cudaStreamDestroy(s);
    });
  }
  for (auto &t : threads) t.join();

  char *text;  // its beginning is read while a kernel changes what lies behind, and both print
  cudaMallocManaged(&text, 1024);
  strcpy(text, "read");
  std::thread reader([=] {
    for (int i = 0; i < 100; i++) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      printf("%d %s\n", i, text);
    }
  });
  for (int i = 0; i < 100; i++) say<<<1, 1, 0, streams[0]>>>(text + 512);
  reader.join();
  cudaDeviceSynchronize();
  cudaFree(text);

  for (int i = 0; i < 6; i++) {
    int *p;
    cudaMallocAsync(&p, 20 << 20, streams[i % 3]);
    cudaMemsetAsync(p, 0, 64, streams[i % 3]);
    cudaFreeAsync(p, streams[i % 3]);
  }
  cudaDeviceSynchronize();
  printf("%d are wrong\n", bad);
  for (auto p : {d_in, d_out, parts[0], parts[1], (float *)x}) cudaFree(p);
  for (auto p : {in, out}) cudaFreeHost(p);
  return bad > 0;
}
