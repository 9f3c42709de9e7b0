// Textures and surfaces, computed: an object is the address of its Texture in the device's memory, and a read of it is
// one of the array's memory, filtered with 8 bits of a fraction as on a card. Serves clang and nvcc.
#pragma once
struct TapelineTexture {
  char *at;
  long long pitch, slice;  // bytes from row to row, and from layer to layer
  int size[3];  // elements
  int bits, channels, kind;  // of a channel; its kind is a cudaChannelFormatKind
  int address[3];  // each a cudaTextureAddressMode
  int linear, normalized, toFloat;
  int plain;  // linear, of numbers as they are, and clamped
  float border[4];
};
#if defined(__CUDA__) || defined(__CUDACC__)
#ifdef __clang__
#define TLX static __device__ inline __attribute__((always_inline, nodebug))
#else
#define TLX static __device__ __forceinline__
#endif
// The elements for i and i + 1 of n; -1 for the border.
TLX void tapeline_indices(int i, int n, int mode, int &first, int &second) {
  first = i < 0 ? 0 : i < n ? i : n - 1, second = i >= n - 1 ? n - 1 : i < -1 ? 0 : i + 1;
  if (mode == cudaAddressModeClamp) return;
  if (mode == cudaAddressModeBorder) {
    first = first == i ? i : -1, second = i >= -1 && i < n - 1 ? second : -1;
    return;
  }
  int period = mode == cudaAddressModeWrap ? n : 2 * n;
  first = i % period, first = first < 0 ? first + period : first, second = first + 1 < period ? first + 1 : 0;
  if (mode == cudaAddressModeMirror) first = first < n ? first : period - 1 - first, second = second < n ? second : period - 1 - second;
}
// A channel as a number: of integers, a fraction of the largest.
TLX float tapeline_channel(const TapelineTexture &t, const char *at) {
  if (t.kind == cudaChannelFormatKindFloat) {
    if (t.bits == 32) return *(const float *)at;
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(*(const unsigned short *)at));
    return f;
  }
  if (t.kind == cudaChannelFormatKindUnsigned) return t.bits == 8 ? *(const unsigned char *)at / 255.0f : *(const unsigned short *)at / 65535.0f;
  float f = t.bits == 8 ? *(const signed char *)at / 127.0f : *(const short *)at / 32767.0f;
  return f < -1 ? -1 : f;
}
TLX const char *tapeline_place(const TapelineTexture &t, int x, int y, int z) { return t.at + z * t.slice + y * t.pitch + x * (t.channels * t.bits / 8); }
template <class T> TLX T tapeline_texel(const TapelineTexture &t, int x, int y, int z) {
  bool outside = x < 0 || y < 0 || z < 0;
  const char *at = tapeline_place(t, x, y, z);
  if (!outside && !t.toFloat) return *(const T *)at;
  T r = T();
  float *f = (float *)&r;
#pragma unroll
  for (int c = 0; c < (int)(sizeof(T) / 4); c++) {
    if (c < t.channels) f[c] = outside ? t.border[c] : tapeline_channel(t, at + c * (t.bits / 8));
  }
  return r;
}
// The commonest case, without a branch: a coordinate beyond the centre of the last element is moved there, and NaN counts as 0.
template <class T, int N> TLX T tapeline_between(const TapelineTexture &t, float x, float y, float z, int layer) {
  float p[3] = {x, y, z}, part[3];
  long long step[3] = {t.channels * t.bits / 8, t.pitch, t.slice}, next[3];
  const char *at = t.at + layer * t.slice;
#pragma unroll
  for (int d = 0; d < N; d++) {
    float v = fminf(fmaxf((t.normalized ? p[d] * t.size[d] : p[d]) - 0.5f, 0.0f), t.size[d] - 1.0f);
    int i = (int)v;
    part[d] = rintf((v - i) * 256) / 256;
    at += i * step[d];
    next[d] = i + 1 < t.size[d] ? step[d] : 0;
  }
  T r = T();
#pragma unroll
  for (int k = 0; k < 1 << N; k++) {
    float weight = 1;
    const char *corner = at;
#pragma unroll
    for (int d = 0; d < N; d++) weight *= k >> d & 1 ? part[d] : 1 - part[d], corner += k >> d & 1 ? next[d] : 0;
    T v = *(const T *)corner;
#pragma unroll
    for (int c = 0; c < (int)(sizeof(T) / 4); c++) ((float *)&r)[c] += weight * ((float *)&v)[c];
  }
  return r;
}
// N coordinates; layer is of an array of layers, where it is not the third of them. Each index is computed once, not for each corner,
// and whether numbers are as they are, and none is the border, is asked once.
template <class T, int N> TLX T tapeline_fetch(unsigned long long object, float x, float y, float z, int layer) {
  const TapelineTexture &t = *(const TapelineTexture *)object;
  float p[3] = {x, y, z}, part[3] = {0, 0, 0};
  int index[2][3] = {};
  bool linear = t.linear && sizeof(T) >= 4;
  if (N < 3) index[0][2] = layer = layer < 0 ? 0 : layer < t.size[2] ? layer : t.size[2] - 1;
  if (t.plain && sizeof(T) >= 4) return tapeline_between<T, N>(t, x, y, z, N < 3 ? layer : 0);
#pragma unroll
  for (int d = 0; d < N; d++) {
    float v = t.normalized ? p[d] * t.size[d] : p[d];
    v = v == v ? fminf(fmaxf(v, -1e9f), 1e9f) : 0;
    if (linear) v -= 0.5f;
    float whole = floorf(v);
    part[d] = rintf((v - whole) * 256) / 256;
    tapeline_indices((int)whole, t.size[d], t.address[d], index[0][d], index[1][d]);
    if (!linear) index[1][d] = 0;
  }
  bool plain = !t.toFloat && (index[0][0] | index[0][1] | index[0][2] | index[1][0] | index[1][1] | index[1][2]) >= 0;
  if (!linear) return plain ? *(const T *)tapeline_place(t, index[0][0], index[0][1], index[0][2]) : tapeline_texel<T>(t, index[0][0], index[0][1], index[0][2]);
  T corners[1 << N], r = T();
#define TLX_CORNERS(VALUE) for (int k = 0; k < 1 << N; k++) corners[k] = VALUE(t, index[k & 1][0], index[N > 1 ? k >> 1 & 1 : 0][1], index[N > 2 ? k >> 2 : 0][2])
  if (plain) {
#pragma unroll
    TLX_CORNERS(*(const T *)tapeline_place);
  } else {
#pragma unroll
    TLX_CORNERS(tapeline_texel<T>);
  }
#undef TLX_CORNERS
#pragma unroll
  for (int k = 0; k < 1 << N; k++) {
    float weight = 1;
#pragma unroll
    for (int d = 0; d < N; d++) weight *= k >> d & 1 ? part[d] : 1 - part[d];
#pragma unroll
    for (int c = 0; c < (int)(sizeof(T) / 4); c++) ((float *)&r)[c] += weight * ((float *)&corners[k])[c];
  }
  return r;
}
template <class T> TLX T tex1Dfetch(cudaTextureObject_t o, int x) {
  const TapelineTexture &t = *(const TapelineTexture *)o;
  return x < 0 || x >= t.size[0] ? T() : tapeline_texel<T>(t, x, 0, 0);
}
template <class T> TLX T tex1D(cudaTextureObject_t o, float x) { return tapeline_fetch<T, 1>(o, x, 0, 0, 0); }
template <class T> TLX T tex2D(cudaTextureObject_t o, float x, float y) { return tapeline_fetch<T, 2>(o, x, y, 0, 0); }
template <class T> TLX T tex3D(cudaTextureObject_t o, float x, float y, float z) { return tapeline_fetch<T, 3>(o, x, y, z, 0); }
template <class T> TLX T tex1DLayered(cudaTextureObject_t o, float x, int layer) { return tapeline_fetch<T, 1>(o, x, 0, 0, layer); }
template <class T> TLX T tex2DLayered(cudaTextureObject_t o, float x, float y, int layer) { return tapeline_fetch<T, 2>(o, x, y, 0, layer); }
// The face that a direction meets, and where.
template <class T> TLX T texCubemapLayered(cudaTextureObject_t o, float x, float y, float z, int layer) {
  float ax = fabsf(x), ay = fabsf(y), az = fabsf(z), s, t, m;
  int face;
  if (ax >= ay && ax >= az) face = x < 0, m = ax, s = x < 0 ? z : -z, t = -y;
  else if (ay >= az) face = 2 + (y < 0), m = ay, s = x, t = y < 0 ? -z : z;
  else face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, t = -y;
  const TapelineTexture &texture = *(const TapelineTexture *)o;
  float n = texture.normalized ? 1 : texture.size[0];
  return tapeline_fetch<T, 2>(o, (s / m + 1) / 2 * n, (t / m + 1) / 2 * n, 0, 6 * layer + face);
}
template <class T> TLX T texCubemap(cudaTextureObject_t o, float x, float y, float z) { return texCubemapLayered<T>(o, x, y, z, 0); }

// The place of an element in a surface, whose first coordinate counts bytes; 0 where it is outside and reads as zero.
template <class T> TLX T *tapeline_element(unsigned long long object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const TapelineTexture &t = *(const TapelineTexture *)object;
  int row = t.size[0] * t.channels * t.bits / 8;
  bool inside = x >= 0 && x + (int)sizeof(T) <= row && y >= 0 && y < t.size[1] && z >= 0 && z < t.size[2];
  if (!inside && mode == cudaBoundaryModeTrap) __trap();
  if (!inside && mode == cudaBoundaryModeZero) return 0;
  x = x < 0 ? 0 : x + (int)sizeof(T) > row ? row - (int)sizeof(T) : x;
  y = min(max(y, 0), t.size[1] - 1), z = min(max(z, 0), t.size[2] - 1);
  return (T *)(t.at + z * t.slice + y * t.pitch + x);
}
#define TLX_SURFACE(NAME, WHERE, ...)                                                                                                        \
  template <class T> TLX T surf##NAME##read(cudaSurfaceObject_t o, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {        \
    T *at = tapeline_element<T> WHERE;                                                                                                       \
    return at ? *at : T();                                                                                                                   \
  }                                                                                                                                          \
  template <class T> TLX void surf##NAME##read(T *to, cudaSurfaceObject_t o, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    T *at = tapeline_element<T> WHERE;                                                                                                       \
    *to = at ? *at : T();                                                                                                                    \
  }                                                                                                                                          \
  template <class T> TLX void surf##NAME##write(T v, cudaSurfaceObject_t o, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    T *at = tapeline_element<T> WHERE;                                                                                                       \
    if (at) *at = v;                                                                                                                         \
  }
TLX_SURFACE(1D, (o, x, 0, 0, mode), int x)
TLX_SURFACE(2D, (o, x, y, 0, mode), int x, int y)
TLX_SURFACE(3D, (o, x, y, z, mode), int x, int y, int z)
TLX_SURFACE(1DLayered, (o, x, 0, layer, mode), int x, int layer)
TLX_SURFACE(2DLayered, (o, x, y, layer, mode), int x, int y, int layer)
#undef TLX_SURFACE
#undef TLX
#endif
