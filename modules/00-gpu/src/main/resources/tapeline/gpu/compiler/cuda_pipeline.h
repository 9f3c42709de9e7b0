// Copies from global to shared memory that go on while the thread does: cp.async, on cards since 8.0. On others the
// thread copies, as with NVIDIA's header.
#pragma once
#ifndef TL
#define TL static __device__ __forceinline__
#endif

#if __CUDA_ARCH__ >= 800
#define TL_COPY(CACHE, N)                                                                          \
  asm volatile("cp.async." CACHE ".shared.global [%0], [%1], " #N ", %2;" ::"r"(at), "l"(from), "r"(read) : "memory")
TL void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0) {
  unsigned at = (unsigned)__cvta_generic_to_shared(to), read = (unsigned)(size - zeros);
  if (size == 16) TL_COPY("cg", 16);
  else if (size == 8) TL_COPY("ca", 8);
  else TL_COPY("ca", 4);
}
TL void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
TL void __pipeline_wait_prior(size_t left) { // a constant, once the call is inlined
#define TL_WAIT(N) case N: asm volatile("cp.async.wait_group " #N ";" ::: "memory"); break;
  switch (left) {
    TL_WAIT(0) TL_WAIT(1) TL_WAIT(2) TL_WAIT(3) TL_WAIT(4) TL_WAIT(5) TL_WAIT(6) TL_WAIT(7)
    default: asm volatile("cp.async.wait_group 8;" ::: "memory");
  }
}
#else
TL void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0) {
  if (size == 16) *(int4 *)to = zeros == 0 ? *(const int4 *)from : int4{0, 0, 0, 0};
  else if (size == 8) *(int2 *)to = zeros == 0 ? *(const int2 *)from : int2{0, 0};
  else *(int *)to = zeros == 0 ? *(const int *)from : 0;
  for (size_t i = 0; zeros < size && zeros > 0 && i < size - zeros; i++) ((char *)to)[i] = ((const char *)from)[i];
}
TL void __pipeline_commit() {}
TL void __pipeline_wait_prior(size_t) {}
#endif
