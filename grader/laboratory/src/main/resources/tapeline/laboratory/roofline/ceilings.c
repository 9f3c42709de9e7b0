// The peak of multiply-adds and the rate of the triad, in C: a second opinion on what Java measures.
//
//   cc -O3 -march=native -ffp-contract=fast ceilings.c -o ceilings
//   ./ceilings fma MILLIS            prints FLOP/s of float32
//   ./ceilings triad NUMBERS MILLIS  prints bytes/s of a = b + s*c, 12 bytes a number
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

int main(int count, char **words) {
  volatile float sink = 0; // so that nothing computed is left out
  (void)sink;
  if (count == 3 && strcmp(words[1], "fma") == 0) {
    double seconds = atof(words[2]) / 1e3;
    vector m, c;
    for (size_t k = 0; k < WIDTH / sizeof(float); k++) m[k] = 0.99f, c[k] = 0.01f;
    for (long rounds = 1024;; rounds *= 2) {
      double start = now();
      sink += fma_rounds(m, c, rounds);
      double took = now() - start;
      if (took < seconds) continue;
      printf("%.0f\n", 2.0 * CHAINS * (WIDTH / sizeof(float)) * rounds / took);
      return 0;
    }
  }
  if (count == 4 && strcmp(words[1], "triad") == 0) {
    long n = atol(words[2]);
    double seconds = atof(words[3]) / 1e3;
    float *a = numbers(n), *b = numbers(n), *c = numbers(n);
    for (long runs = 1;; runs *= 2) {
      double start = now();
      for (long r = 0; r < runs; r++) triad(a, b, 0.5f, c, n);
      double took = now() - start;
      sink += a[n / 2];
      if (took < seconds) continue;
      printf("%.0f\n", 12.0 * n * runs / took);
      return 0;
    }
  }
  fprintf(stderr, "usage: ceilings fma MILLIS | ceilings triad NUMBERS MILLIS\n");
  return 1;
}
