// Bytes of a word, and conversions in each rounding.
#include <cstdio>
__global__ void k(unsigned *y, unsigned a, unsigned b, float f, double d, int i, unsigned long long u) {
  unsigned got[29] = {__vadd4(a, b), __vsub4(a, b), __vaddus4(a, b), __vaddss4(a, b), __vsubus4(a, b), __vsubss4(a, b),
      __vavgu4(a, b), __vmaxu4(a, b), __vmaxs4(a, b), __vmins4(a, b),
      __vcmpgtu4(a, b), __vcmpgts4(a, b), __vcmpeq4(a, b), __vneg4(a), __vadd2(a, b), __vmaxs2(a, b), __vcmpeq2(a, b),
      (unsigned)__float2ll_rd(f), (unsigned)__float2ll_ru(f), (unsigned)__float2ull_rz(-f), __double2uint_ru(d), __double2uint_rn(d), (unsigned)__double2ll_rd(-d),
      __float_as_uint(__int2float_rz(i)), __float_as_uint(__int2float_ru(i)), __float_as_uint(__int2float_rd(i)), __float_as_uint(__ull2float_ru(u)),
      (unsigned)__double_as_longlong(__ull2double_rz(u)), (unsigned)__double_as_longlong(__ull2double_ru(u))};
  for (int j = 0; j < 29; j++) y[j] = got[j];
}
int main() {
  unsigned *y, h[29];
  cudaMalloc(&y, sizeof h);
  k<<<1, 1>>>(y, 0x7f80ff01, 0x01ff0202, -2.5f, 2.5, 16777217, ~0ull - 5);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  for (unsigned v : h) printf("%x ", v);
  puts("");
  cudaFree(y);
}
