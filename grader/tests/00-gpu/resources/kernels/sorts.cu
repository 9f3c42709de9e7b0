// Sorting, numbers, recursion and calls.
extern "C" __global__ void sort_odd_even(float* x, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  if (t < n) s[t] = x[t];
  for (int pass = 0; pass < n; pass++) {
    __syncthreads();
    int i = 2 * t + (pass & 1);
    if (i + 1 < n && s[i] > s[i + 1]) {
      float v = s[i];
      s[i] = s[i + 1];
      s[i + 1] = v;
    }
  }
  __syncthreads();
  if (t < n) x[t] = s[t];
}

extern "C" __global__ void collatz_lengths(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long v = i + 1;
  int steps = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    steps++;
  }
  out[i] = steps;
}

extern "C" __global__ void powers_modulo(const unsigned* base, unsigned* out, unsigned exponent, unsigned modulus) {
  int i = threadIdx.x;
  unsigned long long b = base[i] % modulus, r = 1;
  for (unsigned e = exponent; e; e >>= 1) {
    if (e & 1) r = r * b % modulus;
    b = b * b % modulus;
  }
  out[i] = (unsigned)r;
}

extern "C" __global__ void bit_tricks(const unsigned* x, unsigned* out, int n) {
  int i = threadIdx.x;
  unsigned v = x[i], w = x[(i + 1) % n];
  out[7 * i] = __brev(v);
  out[7 * i + 1] = __popc(v) + 100 * __clz(v) + 10000 * __ffs(v);
  out[7 * i + 2] = __funnelshift_l(v, w, i);
  out[7 * i + 3] = __byte_perm(v, w, 0x5274);
  out[7 * i + 4] = __umulhi(v, w);
  out[7 * i + 5] = (unsigned)__mulhi((int)v, (int)w);
  out[7 * i + 6] = __usad(v, w, 5) ^ (v >> (w & 63)) ^ (unsigned)__mul24((int)v, (int)w);
}

// A 32×32 matrix of bits turned on its side by 32 votes.
extern "C" __global__ void transpose_bits(const unsigned* x, unsigned* y) {
  unsigned v = x[threadIdx.x], mine = 0;
  for (int k = 0; k < 32; k++) {
    unsigned column = __ballot_sync(0xffffffffu, v >> k & 1);
    if (threadIdx.x == k) mine = column;
  }
  y[threadIdx.x] = mine;
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void recursion_by_lane(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 11); }

typedef float (*operation)(float, float);
__device__ float op_add(float a, float b) { return a + b; }
__device__ float op_mul(float a, float b) { return a * b; }
__device__ float op_pow2(float a, float b) { return a * a - b; }
__device__ operation operations[3] = {op_add, op_mul, op_pow2};

extern "C" __global__ void function_pointers(const float* a, const float* b, float* out) {
  int i = threadIdx.x;
  out[i] = operations[i % 3](a[i], b[i]);
}

struct Point { float x, y; int tag; };
__device__ __noinline__ Point moved(Point p, float by) { return Point{p.x + by, p.y - by, p.tag * 2}; }

extern "C" __global__ void structs_by_value(Point origin, float* out) {
  Point p = moved(Point{origin.x + threadIdx.x, origin.y, origin.tag}, 0.5f);
  out[3 * threadIdx.x] = p.x;
  out[3 * threadIdx.x + 1] = p.y;
  out[3 * threadIdx.x + 2] = p.tag;
}

extern "C" __global__ void many_ways(const int* x, int* y) {
  int i = threadIdx.x, v = x[i];
  switch (v) {
    case 0: v = i; break;
    case 1: v = i * i; break;
    case 2: v = i << 3; // falls through
    case 3: v ^= 0x55; break;
    case 4: for (int k = 0; k < i; k++) v += k; break;
    case 5: v = i % 7; break;
    case 6: if (i & 1) v = -1; else v = -2; break;
    default: v = v * 1000 + i;
  }
  y[i] = v;
}
