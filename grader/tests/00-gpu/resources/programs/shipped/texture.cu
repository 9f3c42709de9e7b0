// Textures of each kind, and a surface.
#include <cmath>
#include <cstdio>
#include <cstring>
#if !defined(FILTER) && !defined(TOO_MUCH) && !defined(OUTSIDE)
#define READ  // long to compile
#endif
#ifdef READ
__global__ void read(float *y, cudaTextureObject_t point, cudaTextureObject_t linear, cudaTextureObject_t wrap, cudaTextureObject_t mirror, cudaTextureObject_t border,
                     cudaTextureObject_t bytes, cudaTextureObject_t whole, cudaTextureObject_t pitch, cudaTextureObject_t row, cudaTextureObject_t volume,
                     cudaTextureObject_t layers, cudaTextureObject_t cube, cudaTextureObject_t half, cudaTextureObject_t between, cudaTextureObject_t mirrored, cudaTextureObject_t beside, cudaTextureObject_t fours) {
  float4 b = tex2D<float4>(bytes, 1.5f, 0.5f);
  float got[] = {tex2D<float>(point, 2.5f, 1.5f), tex2D<float>(point, -3, 9), tex2D<float>(linear, 1, 0.5f), tex2D<float>(linear, 1.25f, 1), tex2D<float>(linear, -5, 0.5f),
                 tex2D<float>(wrap, 1.125f, 0.25f), tex2D<float>(wrap, -0.125f, 0.25f), tex2D<float>(mirror, -0.375f, 0.25f), tex2D<float>(mirror, 1.125f, 0.25f),
                 tex2D<float>(border, -0.5f, 0.5f), tex2D<float>(border, 3.5f, 0.5f),
                 b.x, b.y, b.z, b.w, (float)tex2D<uchar4>(whole, 1.5f, 0.5f).z, tex2D<float>(pitch, 2.5f, 1.5f), (float)tex1Dfetch<int>(row, 3), (float)tex1Dfetch<int>(row, 4),
                 tex3D<float>(volume, 1, 1.5f, 1), tex2DLayered<float>(layers, 1.5f, 1.5f, 1), texCubemap<float>(cube, 0.9f, 0.1f, -0.1f), texCubemap<float>(cube, -0.1f, 0.1f, -0.9f), tex2D<float>(half, 1, 0.5f),
                 tex2D<float>(between, 0, 0.25f), tex2D<float>(mirrored, 1, 0.25f), tex2D<float>(beside, 0, 0.5f),
                 tex2D<float>(fours, 1, 0.5f), tex2D<float>(linear, NAN, 1.5f), tex2D<float>(mirrored, NAN, 0.75f), tex2D<float>(beside, INFINITY, 0.5f)};
  for (int i = 0; i < (int)(sizeof got / sizeof *got); i++) y[i] = got[i];
}
#endif
__global__ void write(cudaSurfaceObject_t s, int outside) { surf2Dwrite(10.0f * threadIdx.y + threadIdx.x, s, (int)sizeof(float) * (threadIdx.x + outside), threadIdx.y); }  // BUG OUTSIDE
static cudaTextureObject_t texture(cudaResourceDesc r, cudaTextureAddressMode mode, bool normalized, cudaTextureFilterMode filter = cudaFilterModePoint, cudaTextureReadMode how = cudaReadModeElementType) {
  cudaTextureDesc t = {};
  for (int d = 0; d < 3; d++) t.addressMode[d] = mode;
  t.filterMode = filter, t.readMode = how, t.normalizedCoords = normalized, t.borderColor[0] = -1;
  cudaTextureObject_t x;
  cudaError_t e = cudaCreateTextureObject(&x, &r, &t, nullptr);  // BUG FILTER
  if (e != cudaSuccess) exit(3);
  return x;
}
static cudaResourceDesc of(cudaArray_t a) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray, r.res.array.array = a;
  return r;
}
static cudaArray_t filled(const cudaChannelFormatDesc &c, void *from, cudaExtent n, size_t one, unsigned flags) {
  cudaArray_t a;
  cudaMalloc3DArray(&a, &c, n, flags);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(from, n.width * one, n.width, n.height), p.dstArray = a, p.extent = n, p.kind = cudaMemcpyHostToDevice;
#ifdef TOO_MUCH
  p.extent.height++;
#endif
  if (cudaMemcpy3D(&p) != cudaSuccess) exit(3);  // BUG TOO_MUCH
  return a;
}
int main() {
  float h[24], got[32], *y, *rows;
  unsigned char b[8] = {1, 2, 3, 4, 0, 51, 102, 255};
  int n[4] = {5, 6, 7, 8}, *row;
  size_t pitch;
  for (int i = 0; i < 24; i++) h[i] = i;
  auto f = cudaCreateChannelDesc<float>(), c = cudaCreateChannelDesc<uchar4>(), four = cudaCreateChannelDesc<float4>();
  cudaArray_t a, bytes;
  cudaMallocArray(&a, &f, 4, 2, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(a, 0, 0, h, 16, 16, 2, cudaMemcpyHostToDevice);
  cudaMallocArray(&bytes, &c, 2, 1);
  cudaMemcpy2DToArray(bytes, 0, 0, b, 8, 8, 1, cudaMemcpyHostToDevice);
  unsigned short halves[2] = {0x3c00, 0x4000};
  auto hd = cudaCreateChannelDescHalf();
  cudaArray_t ha;
  cudaMallocArray(&ha, &hd, 2, 1);
  cudaMemcpy2DToArray(ha, 0, 0, halves, 4, 4, 1, cudaMemcpyHostToDevice);
  cudaArray_t fours;
  cudaMallocArray(&fours, &four, 3, 1);
  cudaMemcpy2DToArray(fours, 0, 0, h, 48, 48, 1, cudaMemcpyHostToDevice);
  cudaMallocPitch(&rows, &pitch, 12, 2);
  cudaMemcpy2D(rows, pitch, h, 12, 12, 2, cudaMemcpyHostToDevice);
  cudaMalloc(&row, sizeof n);
  cudaMemcpy(row, n, sizeof n, cudaMemcpyHostToDevice);
  cudaResourceDesc p = {}, l = {};
  p.resType = cudaResourceTypePitch2D, p.res.pitch2D.devPtr = rows, p.res.pitch2D.desc = f, p.res.pitch2D.width = 3, p.res.pitch2D.height = 2, p.res.pitch2D.pitchInBytes = pitch;
  l.resType = cudaResourceTypeLinear, l.res.linear.devPtr = row, l.res.linear.desc = cudaCreateChannelDesc<int>(), l.res.linear.sizeInBytes = sizeof n;
  auto clamp = cudaAddressModeClamp;
#ifdef FILTER
  texture(of(bytes), clamp, false, cudaFilterModeLinear);
#endif
  auto volume = filled(f, h, make_cudaExtent(2, 3, 4), 4, 0), layers = filled(f, h, make_cudaExtent(2, 3, 4), 4, cudaArrayLayered), cube = filled(f, h, make_cudaExtent(2, 2, 6), 4, cudaArrayCubemap);
  int wrong = 0;
#ifdef READ
  cudaMalloc(&y, sizeof got);
  read<<<1, 1>>>(y, texture(of(a), clamp, false), texture(of(a), clamp, false, cudaFilterModeLinear), texture(of(a), cudaAddressModeWrap, true), texture(of(a), cudaAddressModeMirror, true),
                 texture(of(a), cudaAddressModeBorder, false), texture(of(bytes), clamp, false, cudaFilterModeLinear, cudaReadModeNormalizedFloat), texture(of(bytes), clamp, false),
                 texture(p, clamp, false), texture(l, clamp, false), texture(of(volume), clamp, false, cudaFilterModeLinear), texture(of(layers), clamp, false), texture(of(cube), clamp, true), texture(of(ha), clamp, false, cudaFilterModeLinear),
                 texture(of(a), cudaAddressModeWrap, true, cudaFilterModeLinear), texture(of(a), cudaAddressModeMirror, true, cudaFilterModeLinear), texture(of(a), cudaAddressModeBorder, false, cudaFilterModeLinear),
                 texture(of(fours), clamp, false, cudaFilterModeLinear));
  cudaMemcpy(got, y, 31 * sizeof *y, cudaMemcpyDeviceToHost);
  float want[] = {6, 4, 0.5f, 2.75f, 0, 0, 3, 1, 3, -1, 3, 0, 0.2f, 0.4f, 1, 102, 5, 8, 0, 5.5f, 9, 1, 21, 1.5f, 1.5f, 3, -0.5f, 2, 4, 4, -1};
  for (int i = 0; i < 31; i++) {
    if (got[i] != want[i]) printf("%d: %g, not %g\n", i, got[i], want[i]), wrong++;
  }
  cudaFree(y);
#endif
  cudaSurfaceObject_t s;
  auto r = of(a);
  cudaCreateSurfaceObject(&s, &r);
#ifdef OUTSIDE
  write<<<1, dim3(4, 2)>>>(s, 1);
#else
  write<<<1, dim3(4, 2)>>>(s, 0);
#endif
  if (cudaMemcpy2DFromArray(h, 16, a, 0, 0, 16, 2, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  printf("%d wrong, %g\n", wrong, h[7]);
  cudaFree(rows), cudaFree(row);
  return wrong;
}
