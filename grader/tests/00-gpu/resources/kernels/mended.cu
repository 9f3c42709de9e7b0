// Kernels with one idea each that an emulator may get wrong.
#include <cstdio>

extern "C" __global__ void warp_size(int* out) { out[threadIdx.x] = warpSize * 2 + threadIdx.x; }

// Sums and products of 128 bits.
extern "C" __global__ void wide_numbers(const unsigned long long* in, unsigned long long* out) {
  unsigned __int128 a = (unsigned __int128)in[0] << 64 | in[1], b = (unsigned __int128)in[2] << 64 | in[3];
  unsigned __int128 sum = a + b, difference = a - b, product = a * b;
  out[0] = (unsigned long long)(sum >> 64);
  out[1] = (unsigned long long)sum;
  out[2] = (unsigned long long)(difference >> 64);
  out[3] = (unsigned long long)difference;
  out[4] = (unsigned long long)(product >> 64);
  out[5] = (unsigned long long)product;
}

// Arguments for which a sine needs many digits of 2/pi.
extern "C" __global__ void waves(const double* x, double* y) {
  int i = threadIdx.x;
  y[3 * i] = sin(x[i]);
  y[3 * i + 1] = cos(x[i]);
  y[3 * i + 2] = tan(x[i]);
}

__constant__ float table[4];
extern "C" __global__ void writes_constant(float* other, int i) {
  float* p = i > 0 ? table : other;
  p[i] = 1;  // BUG writes_constant
}

// Half of the lanes name the other half.
extern "C" __global__ void foreign_mask(int* out) {
  unsigned mask = threadIdx.x < 16 ? 0xffff0000u : 0xffffffffu;
  out[threadIdx.x] = __shfl_xor_sync(mask, (int)threadIdx.x, 1);  // BUG foreign_mask
}

// Tiles of eight lanes vote at one time, each with its own mask.
extern "C" __global__ void votes_of_tiles(int* out) {
  unsigned mask = 0xffu << (threadIdx.x & 24);
  out[threadIdx.x] = __popc(__ballot_sync(mask, threadIdx.x % 3 == 0)) + 100 * __any_sync(mask, threadIdx.x == 9);
}

// All threads add to one place, in a warp and in several.
extern "C" __global__ void lost_sums(float* out, const float* x) {
  out[0] += x[threadIdx.x];  // BUG lost_sums
}

// A neighbour's value, with no barrier between.
extern "C" __global__ void no_barrier(float* out, const float* x) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = x[t];
  out[t] = tile[(t + 1) % 64];  // BUG no_barrier
}

// A maximum of floats by compare and swap, whose first look is a guess.
extern "C" __global__ void swap_loop(int* best, const float* x) {
  int old = best[0], assumed;
  do {
    assumed = old;
    old = atomicCAS(best, assumed, __float_as_int(fmaxf(__int_as_float(assumed), x[threadIdx.x])));
  } while (old != assumed);
}

// All threads write the same four numbers.
extern "C" __global__ void same_vector(float4* out) {
  out[0] = make_float4(1, 2, 3, 4);
}

__managed__ int managed = 5;
extern "C" __global__ void reads_managed(int* out) { out[0] = managed; }

// Constants are read through a cache of their own; arrays with an index are in device memory.
extern "C" __global__ void reads_constants(float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) {
    sum += table[i & 3];
  }
  out[threadIdx.x] = sum;
}
extern "C" __global__ void own_array(int* out, const int* at) {
  int mine[64];
  for (int i = 0; i < 64; i++) {
    mine[i] = i * i;
  }
  mine[at[0] + 1] = 0;
  out[threadIdx.x] = mine[at[threadIdx.x]];
}

// Every other byte of an array is left out; a struct has a gap, which is copied along.
extern "C" __global__ void own_bytes(int* out, const int* at) {
  char mine[16];
  for (int i = 0; i < 16; i += 2) {
    mine[at[i]] = i;
  }
  out[threadIdx.x] = mine[at[threadIdx.x]] * 3;  // BUG own_bytes
}
struct Gap { char a; short b; char c; int d; };
extern "C" __global__ void own_gap(Gap* out, const int* at) {
  Gap mine[4];
  for (int i = 0; i < 4; i++) {
    mine[at[i]].a = i, mine[at[i]].b = 2, mine[at[i]].c = 3, mine[at[i]].d = at[0];
  }
  out[threadIdx.x] = mine[at[threadIdx.x]];
}

template <typename T> __global__ void in_template(T* x) { x[blockDim.x] = 1; }  // BUG in_template
namespace net { __global__ void in_namespace(int* x) { x[blockDim.x] = 1; } }  // BUG in_namespace
template __global__ void in_template<float>(float*);

extern "C" __global__ void prints_much(int lines) {
  for (int i = 0; i < lines; i++) {
    printf("%07d\n", i);
  }
}
extern "C" __global__ void prints() {
  printf("%.0f %.0f %.2f %5.1e|%-05d|%05d|%+d|% d|%#x|%.3d|%*d|%-*d|\n", 2.5, 3.5, 0.125, 12345.678, 42, -42, 7, 7, 255, 5, 4, 9, 4, 9);
  printf("%g %g %g %.3g %G %hhd %hu %lld %c %5s|%-5s|%.2s %%\n", 1e-5, 123456.0, 1234567.0, 0.00012345, 1e20, 300, 70000, -5ll, 'x', "ab", "ab", "abc");
  printf("%f %e %6.2f|%-8.3f|%08.3f %f %f\n", 1.0 / 0.0, -1.0 / 0.0, 3.14159, 2.0, -2.5, 0.0 / 0.0, 1e22);
}
