/* A stand-in for NVIDIA's driver, for tests on machines without a card. Compiled against the real
 * cuda.h, so a parameter that Java got wrong does not go unseen: every handle is checked, memory is
 * really copied, launches are written down, and some kernels are known by name.
 *
 * Time is made up: the host's clock stands still but for launches (LAUNCH_NANOS each) and waiting;
 * a kernel takes KERNEL_NANOS on its stream. So tests on time have the same numbers in every run.
 *
 * A kernel's fault is the end of its context, as on a card: whoever waits for it is told, and every
 * call from there on, until the context was given back and another was taken. */
#include <cuda.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef cuEventElapsedTime

enum { DRIVER, DEVICES, INIT_RESULT, MEMORY, KERNEL_NANOS, LAUNCH_NANOS, FIRST_NANOS, FAULT, NOW, LIVE, RETAIN_RESULT, ATTRIBUTE_RESULT, COMPUTE_MODE, KEYS };
static long settings[KEYS] = {13000, 1, 0, 64L << 20, 1000000, 5000, 50000000, 0, 0, 0, 0, 0, 0};
static char text[1 << 16];
static int used;

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  used += vsnprintf(text + used, sizeof text - used, format, list);
  if (used > (int)sizeof text - 512) used = 0;
  va_end(list);
}

/* what the tests set and read */
void fake_set(int key, long value) { settings[key] = value; }
long fake_get(int key) { return settings[key]; }
void fake_log(char *out, int size) { snprintf(out, size, "%.*s", used, text); used = 0; }

/* objects: the first word of each says what it is, so that a wrong handle is seen */
enum { MODULE = 0x4d0d, FUNCTION, STREAM, EVENT, FREED };
typedef struct { int kind; char *ptx; } Module;
typedef struct { int kind; char name[64]; int ran, dynamic; } Function;
typedef struct { int kind; int number; long busy; } Stream;
typedef struct { int kind; int recorded; long at; } Event;
static Stream streams[64] = {{STREAM, 0, 0}};
static int nstreams = 1;
static char context;
static __thread CUcontext current;
static int retained;
static CUresult lost; /* the fault that has ended the context */

#define NEED_CONTEXT if (current != (CUcontext)&context || !retained) return CUDA_ERROR_INVALID_CONTEXT; if (lost) return lost
#define NEED(object, is) if (!(object) || ((Module *)(object))->kind != (is)) return CUDA_ERROR_INVALID_HANDLE
static Stream *stream(CUstream s) { return s ? (Stream *)s : &streams[0]; }
static long max(long a, long b) { return a > b ? a : b; }
static long all(void) { long t = settings[NOW]; for (int i = 0; i < nstreams; i++) t = max(t, streams[i].busy); return t; }
static CUresult waited(long until) { settings[NOW] = max(settings[NOW], until); return lost = settings[FAULT]; }
/* what a kernel or a copy may still be using is taken away: nobody knows what a card makes of it */
static void pulled_away(const char *what) { if (all() > settings[NOW]) say("pulled away: %s\n", what); }

/* device memory: its addresses are not the host's, so that one is not taken for the other */
#define BASE 0x700000000000UL
static struct { CUdeviceptr at; size_t bytes; char *host; } blocks[1024];
static int nblocks;
static CUdeviceptr next = BASE;
static char *memory(CUdeviceptr at, size_t bytes) {
  for (int i = 0; i < nblocks; i++)
    if (blocks[i].host && at >= blocks[i].at && at + bytes <= blocks[i].at + blocks[i].bytes) return blocks[i].host + (at - blocks[i].at);
  return NULL;
}
static int device(const void *p) { return (CUdeviceptr)p >= BASE && (CUdeviceptr)p < next; }

CUresult cuInit(unsigned flags) { return flags ? CUDA_ERROR_INVALID_VALUE : settings[INIT_RESULT]; }
CUresult cuDriverGetVersion(int *v) { *v = settings[DRIVER]; return 0; }
CUresult cuDeviceGetCount(int *n) { *n = settings[DEVICES]; return 0; }
CUresult cuDeviceGet(CUdevice *d, int i) { *d = 7; return i < settings[DEVICES] ? 0 : CUDA_ERROR_INVALID_DEVICE; }
CUresult cuDeviceGetName(char *name, int size, CUdevice d) { snprintf(name, size, "Fake card %d", d); return d == 7 && size > 20 ? 0 : CUDA_ERROR_INVALID_DEVICE; }
CUresult cuDeviceGetAttribute(int *v, CUdevice_attribute a, CUdevice d) {
  if (settings[ATTRIBUTE_RESULT]) return settings[ATTRIBUTE_RESULT];
  if (d != 7) return CUDA_ERROR_INVALID_DEVICE;
  switch (a) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *v = 8; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *v = 6; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *v = 1024; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: *v = 1024; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: *v = 1023; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: *v = 64; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: *v = 2147483647; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: *v = 65535; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: *v = 65534; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: *v = 49152; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *v = 101376; break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *v = 32; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *v = 28; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *v = 1536; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE: *v = settings[COMPUTE_MODE]; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *v = 2359296; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *v = 1777000; break;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: *v = 7501000; break;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: *v = 192; break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return 0;
}
#define ERROR(e) case e: *s = #e; return 0;
CUresult cuGetErrorName(CUresult code, const char **s) {
  switch (code) {
    ERROR(CUDA_ERROR_INVALID_VALUE) ERROR(CUDA_ERROR_OUT_OF_MEMORY) ERROR(CUDA_ERROR_NO_DEVICE) ERROR(CUDA_ERROR_INVALID_DEVICE)
    ERROR(CUDA_ERROR_INVALID_CONTEXT) ERROR(CUDA_ERROR_INVALID_HANDLE) ERROR(CUDA_ERROR_INVALID_PTX) ERROR(CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    ERROR(CUDA_ERROR_NOT_FOUND) ERROR(CUDA_ERROR_NOT_READY) ERROR(CUDA_ERROR_ILLEGAL_ADDRESS) ERROR(CUDA_ERROR_STUB_LIBRARY)
    ERROR(CUDA_ERROR_DEVICE_UNAVAILABLE) ERROR(CUDA_ERROR_UNKNOWN)
    default: *s = NULL; return CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuGetErrorString(CUresult code, const char **s) { *s = "in the fake driver's words"; return 0; }

CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice d) { if (d != 7) return CUDA_ERROR_INVALID_DEVICE; if (settings[RETAIN_RESULT]) return settings[RETAIN_RESULT]; retained++; *c = (CUcontext)&context; return 0; }
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice d) {
  if (d != 7) return CUDA_ERROR_INVALID_DEVICE;
  if (!retained) return CUDA_ERROR_INVALID_CONTEXT;
  if (!--retained && lost) { lost = settings[FAULT] = settings[LIVE] = 0; } /* all that was in it is gone */
  say("release\n");
  return 0;
}
CUresult cuCtxSetCurrent(CUcontext c) { if (c != (CUcontext)&context || !retained) return CUDA_ERROR_INVALID_CONTEXT; say("set current\n"); current = c; return 0; }
CUresult cuCtxSynchronize(void) { NEED_CONTEXT; return waited(all()); }

CUresult cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned n, CUjit_option *options, void **values) {
  NEED_CONTEXT;
  const char *ptx = image;
  int major, minor, newest = settings[DRIVER] >= 13000 ? 90 : 80 + settings[DRIVER] % 1000 / 10;
  if (n != 2 || options[0] != CU_JIT_ERROR_LOG_BUFFER || options[1] != CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) return CUDA_ERROR_INVALID_VALUE;
  if (sscanf(strstr(ptx, ".version"), ".version %d.%d", &major, &minor) != 2) return CUDA_ERROR_INVALID_PTX;
  if (10 * major + minor > newest) return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  if (strstr(ptx, "endless.f32")) { /* more complaints than there is room for */
    memset(values[0], 'x', (size_t)values[1]);
    return CUDA_ERROR_INVALID_PTX;
  }
  const char *bad = strstr(ptx, "nonsense.f32");
  if (bad) {
    int line = 1;
    for (const char *c = ptx; c < bad; c++) line += *c == '\n';
    snprintf(values[0], (size_t)values[1], "ptxas application ptx input, line %d; error   : Not a name of any known instruction: 'nonsense'\nptxas fatal   : Ptx assembly aborted due to errors", line);
    return CUDA_ERROR_INVALID_PTX;
  }
  Module *module = malloc(sizeof *module);
  *module = (Module){MODULE, strdup(ptx)};
  *m = (CUmodule)module;
  say("load PTX %d.%d\n", major, minor);
  settings[LIVE]++;
  return 0;
}
CUresult cuModuleUnload(CUmodule m) { NEED_CONTEXT; NEED(m, MODULE); pulled_away("a module"); ((Module *)m)->kind = FREED; settings[LIVE]--; return 0; }
CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name) {
  NEED_CONTEXT; NEED(m, MODULE);
  char entry[80];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  if (!strstr(((Module *)m)->ptx, entry)) return CUDA_ERROR_NOT_FOUND;
  Function *function = calloc(1, sizeof *function);
  function->kind = FUNCTION;
  snprintf(function->name, sizeof function->name, "%s", name);
  *f = (CUfunction)function;
  return 0;
}
CUresult cuModuleGetGlobal_v2(CUdeviceptr *at, size_t *bytes, CUmodule m, const char *name) {
  NEED_CONTEXT; NEED(m, MODULE);
  char array[80];
  snprintf(array, sizeof array, " %s[", name);
  const char *found = strstr(((Module *)m)->ptx, array);
  if (!found) return CUDA_ERROR_NOT_FOUND;
  *bytes = atol(found + strlen(array));
  return cuMemAlloc(at, *bytes);
}
static int shared_of(CUfunction f) { return strcmp(((Function *)f)->name, "hungry") ? 0 : 2048; }
/* without being asked, a block may have 48 KiB, the kernel's own among them */
static int allowed(CUfunction f, size_t shared) { return shared + shared_of(f) <= 49152 || shared <= (size_t)((Function *)f)->dynamic; }
CUresult cuFuncGetAttribute(int *v, CUfunction_attribute a, CUfunction f) {
  NEED_CONTEXT; NEED(f, FUNCTION);
  int hungry = !strcmp(((Function *)f)->name, "hungry");
  switch (a) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *v = hungry ? 256 : 1024; return 0;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *v = shared_of(f); return 0;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *v = hungry ? 64 : 0; return 0;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *v = hungry ? 255 : 16; return 0;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute a, int v) {
  NEED_CONTEXT; NEED(f, FUNCTION);
  if (a != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_ERROR_INVALID_VALUE;
  if (v > 101376 - shared_of(f)) return CUDA_ERROR_INVALID_VALUE;
  say("allow %d shared bytes\n", v);
  ((Function *)f)->dynamic = v;
  return 0;
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, CUfunction f, int threads, size_t shared) {
  NEED_CONTEXT; NEED(f, FUNCTION);
  *n = allowed(f, shared) ? 1536 / threads : 0;
  if (shared && (int)(102400 / shared) < *n) *n = 102400 / shared;
  return 0;
}

CUresult cuMemGetInfo_v2(size_t *free_, size_t *total) { NEED_CONTEXT; size_t held = 0; for (int i = 0; i < nblocks; i++) if (blocks[i].host) held += blocks[i].bytes; *total = settings[MEMORY]; *free_ = *total - held; return 0; }
CUresult cuMemAlloc_v2(CUdeviceptr *at, size_t bytes) {
  size_t left, total;
  CUresult rc = cuMemGetInfo(&left, &total);
  if (rc) return rc;
  if (!bytes) return CUDA_ERROR_INVALID_VALUE;
  if (bytes > left || nblocks == 1024) return CUDA_ERROR_OUT_OF_MEMORY;
  blocks[nblocks].at = *at = next; blocks[nblocks].bytes = bytes; blocks[nblocks++].host = malloc(bytes);
  next += (bytes + 511) / 256 * 256;
  settings[LIVE]++;
  return 0;
}
CUresult cuMemFree_v2(CUdeviceptr at) {
  NEED_CONTEXT;
  for (int i = 0; i < nblocks; i++) if (blocks[i].at == at && blocks[i].host) { free(blocks[i].host); blocks[i].host = NULL; settings[LIVE]--; return 0; }
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags) { NEED_CONTEXT; *p = malloc(bytes); settings[LIVE]++; return flags ? CUDA_ERROR_INVALID_VALUE : 0; }
CUresult cuMemFreeHost(void *p) { NEED_CONTEXT; pulled_away("pinned memory"); free(p); settings[LIVE]--; return 0; }

static CUresult copy(void *to, const void *from, size_t bytes) {
  if (!to || !from) return CUDA_ERROR_INVALID_VALUE;
  memmove(to, from, bytes);
  return 0;
}
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t n) { NEED_CONTEXT; say("copy in %zu\n", n); if (device(from)) return CUDA_ERROR_INVALID_VALUE; waited(all()); return copy(memory(to, n), from, n); }
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t n) { NEED_CONTEXT; say("copy out %zu\n", n); if (device(to)) return CUDA_ERROR_INVALID_VALUE; CUresult rc = waited(all()); return rc ? rc : copy(to, memory(from, n), n); }
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t n, CUstream s) { NEED_CONTEXT; NEED(stream(s), STREAM); say("copy in %zu on stream %d\n", n, stream(s)->number); return copy(memory(to, n), from, n); }
CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t n, CUstream s) { NEED_CONTEXT; NEED(stream(s), STREAM); say("copy out %zu on stream %d\n", n, stream(s)->number); return copy(to, memory(from, n), n); }
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { NEED_CONTEXT; NEED(stream(s), STREAM); stream(s)->busy = max(stream(s)->busy, settings[NOW]) + n / 100; return copy(memory(to, n), memory(from, n), n); }

CUresult cuStreamCreate(CUstream *s, unsigned flags) {
  NEED_CONTEXT;
  if (flags != CU_STREAM_DEFAULT || nstreams == 64) return CUDA_ERROR_INVALID_VALUE;
  streams[nstreams] = (Stream){STREAM, nstreams, 0};
  *s = (CUstream)&streams[nstreams++];
  settings[LIVE]++;
  return 0;
}
CUresult cuStreamDestroy_v2(CUstream s) { NEED_CONTEXT; NEED(s, STREAM); ((Stream *)s)->kind = FREED; settings[LIVE]--; return 0; }
CUresult cuStreamSynchronize(CUstream s) { NEED_CONTEXT; NEED(stream(s), STREAM); return waited(s ? stream(s)->busy : all()); }
CUresult cuEventCreate(CUevent *e, unsigned flags) { NEED_CONTEXT; Event *event = calloc(1, sizeof *event); event->kind = EVENT; *e = (CUevent)event; settings[LIVE]++; return flags; }
CUresult cuEventDestroy_v2(CUevent e) { NEED_CONTEXT; NEED(e, EVENT); ((Event *)e)->kind = FREED; settings[LIVE]--; return 0; }
CUresult cuEventRecord(CUevent e, CUstream s) { NEED_CONTEXT; NEED(e, EVENT); NEED(stream(s), STREAM); *(Event *)e = (Event){EVENT, 1, max(settings[NOW], stream(s)->busy)}; return 0; }
CUresult cuEventSynchronize(CUevent e) { NEED_CONTEXT; NEED(e, EVENT); return waited(((Event *)e)->at); }
CUresult cuEventElapsedTime(float *millis, CUevent start, CUevent end) {
  NEED_CONTEXT; NEED(start, EVENT); NEED(end, EVENT);
  Event *a = (Event *)start, *b = (Event *)end;
  if (!a->recorded || !b->recorded) return CUDA_ERROR_INVALID_HANDLE;
  if (settings[NOW] < b->at) return CUDA_ERROR_NOT_READY;
  *millis = (b->at - a->at) / 1e6f;
  return 0;
}

static float *floats(void *parameter, int n) { return (float *)memory(*(CUdeviceptr *)parameter, 4L * n); }
CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream s, void **p, void **extra) {
  NEED_CONTEXT; NEED(f, FUNCTION); NEED(stream(s), STREAM);
  if (extra || !gx || !gy || !gz || !bx || !by || !bz || !allowed(f, shared)) return CUDA_ERROR_INVALID_VALUE;
  Function *function = (Function *)f;
  say("launch %s (%u,%u,%u) (%u,%u,%u) %u on stream %d\n", function->name, gx, gy, gz, bx, by, bz, shared, stream(s)->number);
  settings[NOW] += settings[LAUNCH_NANOS];
  long before = s ? max(stream(s)->busy, streams[0].busy) : all();
  stream(s)->busy = max(before, settings[NOW]) + settings[KERNEL_NANOS] + (function->ran ? 0 : settings[FIRST_NANOS]);
  function->ran = 1;
  if (!strcmp(function->name, "vecadd")) {
    int n = *(int *)p[3];
    float *a = floats(p[0], n), *b = floats(p[1], n), *c = floats(p[2], n);
    if (!a || !b || !c) settings[FAULT] = CUDA_ERROR_ILLEGAL_ADDRESS;
    else for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
  } else if (!strcmp(function->name, "probe")) {
    say("probe u8 %u u64 %llx u32 %u f32 %g f64 %g s64 %lld\n", *(unsigned char *)p[0], *(unsigned long long *)p[1], *(unsigned *)p[2], *(float *)p[3], *(double *)p[4], *(long long *)p[5]);
  }
  return 0;
}

/* cuBLAS, column by column as it is: C = op(A)·op(B), without transposition */
static int blas, tf32;
int cublasCreate_v2(void **handle) { *handle = &blas; settings[LIVE]++; return current ? 0 : 1; }
int cublasDestroy_v2(void *handle) { settings[LIVE]--; return handle == &blas ? 0 : 7; }
int cublasSetMathMode(void *handle, int mode) { tf32 = mode == 3; say("tf32 %d\n", tf32); return handle == &blas && (mode == 0 || mode == 3) ? 0 : 7; }
int cublasSgemm_v2(void *handle, int opA, int opB, int m, int n, int k, const float *alpha, const float *A, int lda, const float *B, int ldb, const float *beta, float *C, int ldc) {
  const float *a = (const float *)memory((CUdeviceptr)A, 4L * lda * k), *b = (const float *)memory((CUdeviceptr)B, 4L * ldb * n);
  float *c = (float *)memory((CUdeviceptr)C, 4L * ldc * n);
  if (handle != &blas || opA || opB || *alpha != 1 || *beta != 0 || !a || !b || !c || lda < m || ldb < k || ldc < m) return 7;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int l = 0; l < k; l++) sum += a[i + l * lda] * b[l + j * ldb];
      c[i + j * ldc] = sum;
    }
  streams[0].busy = max(streams[0].busy, settings[NOW]) + settings[KERNEL_NANOS];
  return 0;
}
