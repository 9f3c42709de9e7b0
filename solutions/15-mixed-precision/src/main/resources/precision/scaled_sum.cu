// y = s·a + b, in float and in bfloat16; a, b and y have n elements.
//
// Launch: any that has a thread for each element, as GpuLaunch.covering(n, 256).
// Memory: 2 reads and 1 write an element, all coalesced: 12 bytes in float, 6 in bfloat16.
// Both compute in float. On the emulator and on GPUs that is what saves: bytes moved.

extern "C" __global__ void scaled_sum(const float* a, const float* b, float* y, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = s * a[i] + b[i];
  }
}

// A bfloat16 is the upper half of a float.
__device__ float widen(unsigned short x) {
  return __uint_as_float((unsigned int)x << 16);
}

// To the nearest, ties to even, as 15.1; numbers only.
__device__ unsigned short narrow(float x) {
  unsigned int bits = __float_as_uint(x);
  return (unsigned short)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

extern "C" __global__ void scaled_sum_bf16(
    const unsigned short* a, const unsigned short* b, unsigned short* y, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = narrow(s * widen(a[i]) + widen(b[i]));
  }
}
