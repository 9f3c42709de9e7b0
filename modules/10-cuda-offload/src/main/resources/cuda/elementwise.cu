// The elementwise ops of a backend, one row an op: the value beside its slope. Given.
//
// Launch, all: GpuLaunch.covering(n, 256), n the number of results.

#define INDEX() (blockIdx.x * blockDim.x + threadIdx.x)

// y = f(x), and dx = dy·f′(x) with y known, written in v = x[i], w = y[i] and d = dy[i].
#define UNARY(name, value, gradient)                                                          \
  extern "C" __global__ void map_##name(const float* x, float* y, int n) {                    \
    int i = INDEX();                                                                          \
    if (i < n) {                                                                              \
      float v = x[i];                                                                         \
      y[i] = value;                                                                           \
    }                                                                                         \
  }                                                                                           \
  extern "C" __global__ void slope_##name(                                                    \
      const float* dy, const float* x, const float* y, float* dx, int n) {                    \
    int i = INDEX();                                                                          \
    if (i < n) {                                                                              \
      [[maybe_unused]] float v = x[i], w = y[i], d = dy[i]; /* few gradients need all */      \
      dx[i] = gradient;                                                                       \
    }                                                                                         \
  }

// y = f(a, b), written in u and v. Each operand repeats as broadcasting has it: element i of y
// takes element i / inner % size. (3) in (2,3): inner 1, size 3. (2,1) in (2,3): inner 3, size 2.
#define BINARY(name, value)                                                                   \
  extern "C" __global__ void zip_##name(                                                      \
      const float* a, int innerA, int sizeA, const float* b, int innerB, int sizeB,           \
      float* y, int n) {                                                                      \
    int i = INDEX();                                                                          \
    if (i < n) {                                                                              \
      float u = a[i / innerA % sizeA], v = b[i / innerB % sizeB];                             \
      y[i] = value;                                                                           \
    }                                                                                         \
  }

__device__ float tanh_inner(float v) { return 0.7978845608f * (v + 0.044715f * v * v * v); }

__device__ float gelu(float v) { return 0.5f * v * (1 + tanhf(tanh_inner(v))); }

__device__ float gelu_slope(float v) {
  float t = tanhf(tanh_inner(v));
  float steep = 1 - t * t; // 0 for large v, whose square may be ∞
  float du = 0.7978845608f * (1 + 0.134145f * v * v);
  return 0.5f * (1 + t) + (steep == 0 ? 0 : 0.5f * v * steep * du);
}

__device__ float sigmoid(float v) { return 1 / (1 + expf(-v)); }

// Comparisons are turned so that NaN stays NaN, which fmaxf would drop.
//     name        y = f(x)                                    dx
UNARY(neg,        -v,                                         -d)
UNARY(exp,        expf(v),                                    d * w)
UNARY(log,        logf(v),                                    d * (1 / v))
UNARY(sqrt,       sqrtf(v),                                   d * (0.5f / w))
UNARY(square,     v * v,                                      d * (2 * v))
UNARY(reciprocal, 1 / v,                                      d * (-w * w))
UNARY(abs,        fabsf(v),                                   d * (v > 0 ? 1 : v < 0 ? -1 : v))
UNARY(tanh,       tanhf(v),                                   d * (1 - w * w))
UNARY(sigmoid,    sigmoid(v),                                 d * (w * (1 - w)))
UNARY(relu,       v <= 0 ? 0 : v,                             w == 0 ? 0 : d)
UNARY(softplus,   (v <= 0 ? 0 : v) + log1pf(expf(-fabsf(v))), d * sigmoid(v))
UNARY(gelu,       gelu(v),                                    d * gelu_slope(v))

//     name        y = f(a, b)
BINARY(add,       u + v)
BINARY(sub,       u - v)
BINARY(mul,       u * v)
BINARY(div,       u / v)
BINARY(max,       u > v || u != u ? u : v)
BINARY(greater,   u > v ? 1 : 0)
BINARY(where,     v == 0 ? 0 : u)
