// The peak of multiply-adds and the rate of the triad, in C: a second opinion on what Java measures.
//
//   cc -O3 -march=native -ffp-contract=fast ceilings.c -o ceilings
//   ./ceilings fma            prints FLOP/s of float32
//   ./ceilings triad NUMBERS  prints bytes/s of a = b + s*c, 12 bytes a number
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__AVX512F__)
enum { WIDTH = 64, CHAINS = 16 };
#elif defined(__AVX__)
enum { WIDTH = 32, CHAINS = 12 };
#else
enum { WIDTH = 16, CHAINS = 24 };
#endif

typedef float vector __attribute__((vector_size(WIDTH)));

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

// Chains that do not wait for each other, all of them in registers. Each begins with another value:
// of equal ones the compiler would compute one.
__attribute__((noinline)) static float fma_rounds(vector m, vector c, long rounds) {
  vector x[CHAINS];
  for (int k = 0; k < CHAINS; k++) x[k] = c * (float)k;
  for (long r = 0; r < rounds; r++) {
#pragma GCC unroll 24
    for (int k = 0; k < CHAINS; k++) x[k] = x[k] * m + c;
  }
  float sum = 0;
  for (int k = 0; k < CHAINS; k++) sum += x[k][0];
  return sum;
}

__attribute__((noinline)) static void triad(
    float *restrict a, const float *restrict b, float s, const float *restrict c, long n) {
  for (long i = 0; i < n; i++) a[i] = b[i] + s * c[i];
}

static float *numbers(long n) {
  float *x = malloc(n * sizeof(float));
  if (x == NULL) exit(2);
  for (long i = 0; i < n; i++) x[i] = (float)(i % 7);
  return x;
}

// The best of slices of about a millisecond, in 200 milliseconds: what disturbs a slice, another
// program or the other half of the core, makes it slower, and ends with it. `SLICE` works `n` times.
#define BEST(PER_REPEAT, SLICE)                       \
  do {                                                \
    double best = 0, began = now();                   \
    for (long n = 1; now() - began < 0.2;) {          \
      double start = now();                           \
      SLICE;                                          \
      double took = now() - start;                    \
      if (took < 1e-3) {                              \
        n *= 2;                                       \
      } else if ((PER_REPEAT) * n / took > best) {    \
        best = (PER_REPEAT) * n / took;               \
      }                                               \
    }                                                 \
    printf("%.0f\n", best);                           \
  } while (0)

int main(int count, char **words) {
  volatile float sink = 0; // so that nothing computed is left out
  (void)sink;
  if (count == 2 && strcmp(words[1], "fma") == 0) {
    vector m, c;
    for (size_t k = 0; k < WIDTH / sizeof(float); k++) m[k] = 0.99f, c[k] = 0.01f;
    BEST(2.0 * CHAINS * (WIDTH / sizeof(float)), sink += fma_rounds(m, c, n));
    return 0;
  }
  if (count == 3 && strcmp(words[1], "triad") == 0) {
    long size = atol(words[2]);
    float *a = numbers(size), *b = numbers(size), *c = numbers(size);
    BEST(12.0 * size, for (long r = 0; r < n; r++) triad(a, b, 0.5f, c, size));
    sink += a[size / 2];
    return 0;
  }
  fprintf(stderr, "usage: ceilings fma | ceilings triad NUMBERS\n");
  return 1;
}
