// Calls that are wrong one after the other, and what each answers; the last of them ends the program.
#include <cstdio>
#include <thread>
__global__ void add(int *x, int n) { atomicAdd(x, n); }
__global__ void large(int *x) {
  extern __shared__ int room[];
  room[threadIdx.x] = 7;
  *x = room[threadIdx.x];
}
__global__ void crooked(int *x) { *(double *)(x + 1) = 1; }
__global__ void quiet() {}
__device__ int variable;
const size_t NEGATIVE = (size_t)-4, MUCH = (3u << 30);

void got(const char *call, cudaError_t e) {
  printf("%s: %d %s, %s\n", call, (int)e, cudaGetErrorName(e), cudaGetErrorString(e));
  cudaGetLastError();
}
void launched(const char *call) { got(call, cudaGetLastError()); }

int main(int count, char **) {
  int *d, *never, host[8] = {};
  cudaMalloc(&d, 32);
  cudaMemset(d, 0, 32);
  if (count > 1) {
    crooked<<<1, 1>>>(d);
    launched("crooked");
    cudaStream_t stream;
    cudaEvent_t event;
    void *p;
    got("malloc behind", cudaMalloc(&never, 4));
    got("free behind", cudaFree(d));
    got("symbol behind", cudaGetSymbolAddress(&p, variable));
    got("event behind", cudaEventCreate(&event));
    got("stream behind", cudaStreamCreate(&stream));
    return 0;
  }
  quiet<<<-1000, 1>>>();  // BUG grid
  launched("grid");
  quiet<<<1, 1, NEGATIVE>>>();
  launched("shared");
  got("up", cudaMemcpy(d, host, NEGATIVE, cudaMemcpyHostToDevice));  // BUG up
  got("much up", cudaMemcpy(d, host, MUCH, cudaMemcpyHostToDevice));
  got("down", cudaMemcpy(host, d, MUCH, cudaMemcpyDeviceToHost));
  got("down a bit", cudaMemcpy(host, d, 1 << 30, cudaMemcpyDeviceToHost));
  got("along", cudaMemcpy(d, d, MUCH, cudaMemcpyDeviceToDevice));
  got("set", cudaMemset(d, 0, NEGATIVE));
  got("managed", cudaMallocManaged(&never, NEGATIVE));
  got("malloc", cudaMalloc(&never, (size_t)-1 >> 1));
  got("free", cudaFree(d + 1));
  got("pitch", cudaMemcpy2D(d, 4, host, 8, 8, 2, cudaMemcpyHostToDevice));  // BUG pitch
  large<<<1, 32, 50000>>>(d);  // BUG large
  launched("large");
  got("allow too much", cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  got("allow", cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000));
  large<<<1, 32, 50000>>>(d);
  launched("allowed");
  large<<<1, 32, 50004>>>(d);
  launched("more than allowed");
  void *none[] = {0};
  got("cooperative", cudaLaunchCooperativeKernel(quiet, dim3(5000), dim3(32), none));
  cudaMemset(d, 0, 32);
  auto work = [=](int n) {
    int one[8] = {}, *own;
    cudaMalloc(&own, 32);
    for (int i = 0; i < 50; i++) {
      add<<<1, 1>>>(d, n);
      cudaMemcpy(own, one, 32, cudaMemcpyHostToDevice);
    }
    cudaFree(own);
  };
  std::thread first(work, 1), second(work, 100);
  first.join();
  second.join();
  cudaMemcpy(host, d, 4, cudaMemcpyDeviceToHost);
  printf("two threads: %d\n", host[0]);
  fflush(stdout);
  cudaMemcpy(d, nullptr, 32, cudaMemcpyHostToDevice);  // BUG null
}
