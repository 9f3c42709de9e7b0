/* A card for tests on machines without one: the toolkit's stand-in driver, with a launch that
 * really multiplies and takes real time, so that the card's clock and the machine's agree.
 *
 * A launch between two marks, which is timed, fails if an earlier launch has seen its numbers, or
 * if C is a number already.
 *
 * -DFORGED: the kernel "product" has written half of its time over the card's clock.
 * -DEXCLUSIVE: one process at a time may use it.
 * -DSHY: the driver does not start where there is no /etc, as in a cell. */
#define cuLaunchKernel launch_by_name
#define cuInit start_anywhere
#define cuEventRecord mark
#include "fake_cuda.c"
#undef cuLaunchKernel
#undef cuInit
#undef cuEventRecord
#include <time.h>
#include <unistd.h>

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

CUresult cuInit(unsigned flags) {
#ifdef SHY
  if (access("/etc", F_OK)) return CUDA_ERROR_NO_DEVICE;
#endif
  settings[MEMORY] = 1L << 30;
  settings[FIRST_NANOS] = 0;
#ifdef EXCLUSIVE
  settings[COMPUTE_MODE] = 3;
#endif
  return start_anywhere(flags);
}

static int marks;
CUresult cuEventRecord(CUevent e, CUstream s) { marks++; return mark(e, s); }

static float seen[1 << 16];
static int nseen;
static int isNew(float first) {
  for (int i = 0; i < nseen; i++) if (seen[i] == first) return 0;
  if (nseen < 1 << 16) seen[nseen++] = first;
  return 1;
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream s, void **p, void **extra) {
  long begin = now();
  int isBaseline = !strcmp(((Function *)f)->name, "matmul_naive");
  int m = *(int *)p[3], k = *(int *)p[4], n = *(int *)p[5];
  float *a = floats(p[0], m * k), *b = floats(p[1], k * n), *c = floats(p[2], m * n);
  if (!a || !b || !c) return CUDA_ERROR_ILLEGAL_ADDRESS;
  int fresh = isNew(a[0]);
  if (marks % 2 && (!fresh || c[0] == c[0] || c[m * n - 1] == c[m * n - 1])) return CUDA_ERROR_INVALID_VALUE;
  memset(c, 0, 4L * m * n);
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      for (int j = 0; j < n; j++) c[i * n + j] += a[i * k + l] * b[l * n + j];
  long end = now() + (isBaseline ? 2 * (now() - begin) : 0);
  while (now() < end);
  settings[KERNEL_NANOS] = now() - begin;
#ifdef FORGED
  if (!isBaseline) settings[KERNEL_NANOS] /= 2;
#endif
  return launch_by_name(f, gx, gy, gz, bx, by, bz, shared, s, p, extra);
}
