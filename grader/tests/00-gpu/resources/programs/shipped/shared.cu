// What is refused of pinned and registered memory, and that the device has the newest values behind what fails.
#include <cublas_v2.h>
#include <cstdio>
#include <sys/mman.h>
#include <sys/resource.h>
__global__ void add(int *p) { p[threadIdx.x] += 1; }
static void say(const char *what, cudaError_t e) { printf("%s: %d\n", what, (int)e); }
int main() {
  const int PAGES = 1 << 17;  // whole pages of any system
  int *own = (int *)mmap(0, 2 * PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *there, *pinned;
  munmap((char *)own + PAGES, PAGES);
  cudaStream_t s;
  cudaStreamCreate(&s);
#ifdef LONGER
  cudaHostRegister(own, 2 * PAGES, 0);  // BUG LONGER
#endif
  cudaHostRegister(own, PAGES, 0);
  cudaHostGetDevicePointer((void **)&there, own, 0);
#ifdef UNMAPPED
  munmap(own, PAGES);
  add<<<1, 1>>>(there);
#endif
  cudaMallocHost((void **)&pinned, 256);
  say("twice", cudaHostRegister(own + 1, 8, 0));
  say("pinned", cudaHostRegister(pinned, 256, 0));
  say("free async", cudaFreeAsync(pinned, s));
  say("free registered", cudaFree(there));
  say("free host", cudaFreeHost(own));
  cublasHandle_t h;
  cublasCreate(&h);
  float one = 1, zero = 0, got, *a = (float *)pinned, *c;
  cudaMalloc((void **)&c, 4);
  a[0] = a[1] = 2;
  int small = cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 1, 1, &one, a, 2, a, 1, &zero, c, 2);
  a[0] = 3;
  int right = cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, a, 1, a, 1, &zero, c, 1);
  cudaMemcpy(&got, c, 4, cudaMemcpyDeviceToHost);
  printf("product: %d %d %g\n", small, right, got);
  rlimit few = {64 << 20, 64 << 20};
  setrlimit(RLIMIT_DATA, &few);
  say("more", cudaMallocHost((void **)&pinned, 100 << 20));
  cublasDestroy(h);
  cudaFree(c);
}
