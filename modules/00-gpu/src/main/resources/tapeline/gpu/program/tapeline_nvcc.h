// Comes before each file of a program that nvcc compiles: an allocation is named for the variable that its
// address goes to.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
extern "C" cudaError_t tapeline_malloc(void **, size_t, const char *name, int managed);
extern "C" cudaError_t tapeline_malloc_async(void **, size_t, const char *name, cudaStream_t);
template <class T> cudaError_t tapeline_device(T **p, const char *name, size_t bytes) {
  return tapeline_malloc((void **)p, bytes, name, 0);
}
template <class T> cudaError_t tapeline_managed(T **p, const char *name, size_t bytes, unsigned = 0) {
  return tapeline_malloc((void **)p, bytes, name, 1);
}
template <class T> cudaError_t tapeline_ordered(T **p, const char *name, size_t bytes, cudaStream_t stream) {
  return tapeline_malloc_async((void **)p, bytes, name, stream);
}
#define cudaMalloc(p, ...) tapeline_device(p, #p, __VA_ARGS__)
#define cudaMallocManaged(p, ...) tapeline_managed(p, #p, __VA_ARGS__)
#define cudaMallocAsync(p, ...) tapeline_ordered(p, #p, __VA_ARGS__)
