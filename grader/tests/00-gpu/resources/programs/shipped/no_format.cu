// A resource whose format was forgotten, and a graph that is none, are named.
#include <cstdio>
#include <cstring>
int main() {
  float *d;
  cudaMalloc(&d, 64);
  cudaResourceDesc r;
  cudaTextureDesc t;
  cudaTextureObject_t o = 0;
  memset(&r, 0, sizeof r), memset(&t, 0, sizeof t);
  r.resType = cudaResourceTypeLinear, r.res.linear.devPtr = d, r.res.linear.sizeInBytes = 64;
  cudaError_t texture = cudaCreateTextureObject(&o, &r, &t, nullptr), graph = cudaGraphLaunch(nullptr, 0);
  printf("%s %s\n", cudaGetErrorName(texture), cudaGetErrorName(graph));
  cudaFree(d);
}
