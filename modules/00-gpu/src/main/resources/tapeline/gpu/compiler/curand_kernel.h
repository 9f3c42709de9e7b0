// Random numbers in kernels: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3, 2011), with
// cuRAND's names and numbers. The other generators of cuRAND are this one too here: as good, and not the same numbers.
#pragma once
#ifndef TL
#define TL static __device__ __forceinline__
#endif

struct curandStatePhilox4_32_10 {
  unsigned counter[4], key[2], numbers[4]; // the numbers of this counter
  int next;                                // of these
  int kept;                                // 1 for a normal number, 2 for a log-normal one, the second of a pair
  float second;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t, curandState_t, curandState, curandStateXORWOW_t, curandStateXORWOW,
    curandStateMRG32k3a_t, curandStateMRG32k3a;

TL void tl_philox(curandStatePhilox4_32_10 *s) {
  unsigned c0 = s->counter[0], c1 = s->counter[1], c2 = s->counter[2], c3 = s->counter[3], k0 = s->key[0], k1 = s->key[1];
  for (int round = 0; round < 10; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
    unsigned long long a = 0xD2511F53ull * c0, b = 0xCD9E8D57ull * c2;
    unsigned x0 = (unsigned)(b >> 32) ^ c1 ^ k0, x2 = (unsigned)(a >> 32) ^ c3 ^ k1;
    c0 = x0, c1 = (unsigned)b, c2 = x2, c3 = (unsigned)a;
  }
  s->numbers[0] = c0, s->numbers[1] = c1, s->numbers[2] = c2, s->numbers[3] = c3;
}
TL void tl_add(curandStatePhilox4_32_10 *s, int from, unsigned long long n) { // to the counter, from a word of it on
  unsigned long long sum = 0;
  for (int i = from; i < 4; i++, n >>= 32) {
    sum = (sum >> 32) + s->counter[i] + (unsigned)n;
    s->counter[i] = (unsigned)sum;
  }
}
TL void skipahead(unsigned long long n, curandStatePhilox4_32_10 *s) {
  s->next += (int)(n & 3);
  tl_add(s, 0, n / 4 + s->next / 4);
  s->next %= 4;
  tl_philox(s);
}
TL void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *s) {
  tl_add(s, 2, n);
  tl_philox(s);
}
TL void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *s) {
  *s = {};
  s->key[0] = (unsigned)seed, s->key[1] = (unsigned)(seed >> 32);
  skipahead_sequence(sequence, s);
  skipahead(offset, s);
}
TL unsigned curand(curandStatePhilox4_32_10 *s) {
  unsigned x = s->next == 0 ? s->numbers[0] : s->next == 1 ? s->numbers[1] : s->next == 2 ? s->numbers[2] : s->numbers[3];
  if (++s->next == 4) {
    s->next = 0;
    tl_add(s, 0, 1);
    tl_philox(s);
  }
  return x;
}
TL uint4 curand4(curandStatePhilox4_32_10 *s) {
  unsigned a = curand(s), b = curand(s), c = curand(s), d = curand(s);
  return make_uint4(a, b, c, d);
}

// Above 0, and 1 at most, as cuRAND makes them of 32 bits.
TL float tl_uniform(unsigned x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2; }
TL float curand_uniform(curandStatePhilox4_32_10 *s) { return tl_uniform(curand(s)); }
TL double curand_uniform_double(curandStatePhilox4_32_10 *s) { return curand(s) * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
TL float4 curand_uniform4(curandStatePhilox4_32_10 *s) {
  uint4 x = curand4(s);
  return make_float4(tl_uniform(x.x), tl_uniform(x.y), tl_uniform(x.z), tl_uniform(x.w));
}

// Two of N(0,1), by G. E. P. Box and M. E. Muller, 1958.
TL float2 tl_normal(unsigned x, unsigned y) {
  float s = sqrtf(-2.0f * logf(tl_uniform(x))), v = y * 1.46291807e-09f + 1.46291807e-09f / 2;
  return make_float2(s * sinf(v), s * cosf(v));
}
TL float2 curand_normal2(curandStatePhilox4_32_10 *s) {
  unsigned x = curand(s), y = curand(s);
  return tl_normal(x, y);
}
TL float4 curand_normal4(curandStatePhilox4_32_10 *s) {
  uint4 x = curand4(s);
  float2 a = tl_normal(x.x, x.y), b = tl_normal(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
TL float tl_first(curandStatePhilox4_32_10 *s, int kind, float2 both) {
  s->kept = kind;
  s->second = both.y;
  return both.x;
}
TL bool tl_hasKept(curandStatePhilox4_32_10 *s, int kind) {
  bool has = s->kept == kind;
  if (has) s->kept = 0;
  return has;
}
TL float curand_normal(curandStatePhilox4_32_10 *s) { return tl_hasKept(s, 1) ? s->second : tl_first(s, 1, curand_normal2(s)); }
TL float2 curand_log_normal2(curandStatePhilox4_32_10 *s, float mean, float deviation) {
  float2 both = curand_normal2(s);
  return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y));
}
TL float curand_log_normal(curandStatePhilox4_32_10 *s, float mean, float deviation) {
  return tl_hasKept(s, 2) ? s->second : tl_first(s, 2, curand_log_normal2(s, mean, deviation));
}
