// Each call of cuBLAS beside loops of the host, in every transposition, with leading dimensions that leave gaps. An
// argument names a mistake that is made besides.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <string>
#include <vector>
#define check(call) if (cublasStatus_t status = (call)) printf("line %d: %s\n", __LINE__, cublasGetStatusName(status)), exit(2)
static int wrong = 0;
template <class T> struct Numbers {
  std::vector<T> host;
  T *device;
  Numbers(int n, int seed) : host(n) {
    for (int i = 0; i < n; i++) host[i] = (T)(float)((i * 7 + seed) % 9 - 4);
    cudaMalloc(&device, n * sizeof(T));
    cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Numbers() { cudaFree(device); }
  void same(const char *what) {
    std::vector<T> got(host.size());
    cudaMemcpy(got.data(), device, got.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < got.size(); i++)
      if ((double)(float)got[i] != (double)(float)host[i]) { printf("%s: %g at %zu, not %g\n", what, (double)(float)got[i], i, (double)(float)host[i]), wrong++; break; }
  }
};
template <class T, class C> void product(cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, double alpha, const T *a, int lda, const T *b, int ldb, double beta, C *c, int ldc) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int p = 0; p < k; p++) sum += (double)(float)a[opA ? p + i * lda : i + p * lda] * (double)(float)b[opB ? j + p * ldb : p + j * ldb];
      c[i + j * ldc] = (C)(float)(alpha * sum + beta * (double)(float)c[i + j * ldc]);
    }
}
const int M = 5, N = 4, K = 3, LDA = 7, LDB = 6, LDC = 8;
template <class T, class Gemm, class Strided> void gemms(cublasHandle_t h, const char *name, Gemm gemm, Strided strided) {
  const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T};
  T alpha = (T)2.0f, beta = (T)-1.0f;
  for (auto opA : ops)
    for (auto opB : ops) {
      Numbers<T> a(100, 1), b(100, 2), c(100, 3), d(100, 4);
      check(gemm(h, opA, opB, M, N, K, &alpha, a.device, LDA, b.device, LDB, &beta, c.device, LDC));
      product(opA, opB, M, N, K, 2, a.host.data(), LDA, b.host.data(), LDB, -1, c.host.data(), LDC);
      c.same(name);
      check(strided(h, opA, opB, M, N, K, &alpha, a.device, LDA, 40, b.device, LDB, 0, &beta, d.device, LDC, 50, 2));
      for (int i = 0; i < 2; i++) product(opA, opB, M, N, K, 2, a.host.data() + 40 * i, LDA, b.host.data(), LDB, -1, d.host.data() + 50 * i, LDC);
      d.same(name);
    }
}
template <class T> void mixed(cublasHandle_t h, const char *name, cudaDataType type) {
  float alpha = 0.5f, beta = 0;
  Numbers<T> a(100, 5), b(100, 6);
  Numbers<float> c(100, 7);
  check(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &alpha, a.device, type, LDA, b.device, type, LDB, &beta, c.device, CUDA_R_32F, LDC, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  product(CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, 0.5, a.host.data(), LDA, b.host.data(), LDB, 0, c.host.data(), LDC);
  c.same(name);
}
int main(int n, char **words) {
  const std::string bug = n > 1 ? words[1] : "";
  cublasHandle_t h = nullptr;
  if (bug != "NO_HANDLE") check(cublasCreate(&h));
  cudaStream_t s, other;
  cudaStreamCreate(&s);
  check(cublasSetStream(h, s));
  check(cublasSetMathMode(h, CUBLAS_DEFAULT_MATH));
  gemms<float>(h, "Sgemm", cublasSgemm, cublasSgemmStridedBatched);
  gemms<double>(h, "Dgemm", cublasDgemm, cublasDgemmStridedBatched);
  gemms<__half>(h, "Hgemm", cublasHgemm, cublasHgemmStridedBatched);
  mixed<__half>(h, "half", CUDA_R_16F);
  mixed<__nv_bfloat16>(h, "bfloat16", CUDA_R_16BF);
  mixed<signed char>(h, "char", CUDA_R_8I);

  Numbers<float> a(100, 1), x(100, 2), y(100, 3), z(100, 4);
  float alpha = 3, beta = 2, dot = 0, norm = 0, want = 0, squares = 0;
  for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
    check(cublasSgemv(h, op, M, N, &alpha, a.device, LDA, x.device, 2, &beta, y.device, -3));
    int out = op ? N : M, in = op ? M : N;
    for (int i = 0; i < out; i++) {
      float sum = 0, *at = &y.host[(out - 1 - i) * 3];
      for (int j = 0; j < in; j++) sum += (op ? a.host[j + i * LDA] : a.host[i + j * LDA]) * x.host[2 * j];
      *at = alpha * sum + beta * *at;
    }
    y.same("Sgemv");
  }
  check(cublasSger(h, M, N, &alpha, x.device, 1, y.device, 2, a.device, LDA));
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++) a.host[i + j * LDA] += alpha * x.host[i] * y.host[2 * j];
  a.same("Sger");
  check(cublasSaxpy(h, 20, &alpha, x.device, 2, z.device, 3));
  for (int i = 0; i < 20; i++) z.host[3 * i] += alpha * x.host[2 * i];
  z.same("Saxpy");
  check(cublasSscal(h, 50, &beta, z.device, 1));
  for (int i = 0; i < 50; i++) z.host[i] *= beta;
  check(cublasScopy(h, 20, x.device, 1, z.device + 60, 2));
  for (int i = 0; i < 20; i++) z.host[60 + 2 * i] = x.host[i];
  z.same("Sscal and Scopy");
  for (int i = 0; i < 30; i++) want += x.host[i] * z.host[2 * i], squares += x.host[i] * x.host[i];
  check(cublasSdot(h, 30, x.device, 1, z.device, 2, &dot));
  check(cublasSnrm2(h, 30, x.device, 1, &norm));
  if (dot != want || norm != sqrtf(squares)) printf("Sdot %g, not %g; Snrm2 %g, not %g\n", dot, want, norm, sqrtf(squares)), wrong++;
  check(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
  check(cublasSdot(h, 30, x.device, 1, z.device, 2, z.device + 99));
  z.host[99] = want;
  check(cublasSscal(h, 4, x.device + 1, z.device, 1));
  for (int i = 0; i < 4; i++) z.host[i] *= x.host[1];
  z.same("scalars on the device");
  check(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
  float *each[] = {a.device, x.device, y.device}, **there;
  cudaMalloc(&there, sizeof each);
  cudaMemcpy(there, each, sizeof each, cudaMemcpyHostToDevice);
  check(cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, there, LDA, there + 1, LDB, &beta, there + 2, LDC, 1));
  product(CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, 3, a.host.data(), LDA, x.host.data(), LDB, 2, y.host.data(), LDC);
  y.same("SgemmBatched");
  cudaFree(there);
  Numbers<float> apart(100, 8);
  float filled[6] = {1, 2, 3, 4, 5, 6}, back[6] = {};
  check(cublasSetMatrix(2, 3, 4, filled, 2, apart.device, 7));
  for (int i = 0; i < 6; i++) apart.host[i % 2 + i / 2 * 7] = filled[i];
  apart.same("cublasSetMatrix");
  check(cublasGetMatrix(2, 3, 4, apart.device, 7, back, 2));
  for (int i = 0; i < 6; i++) wrong += back[i] != filled[i];
  check(cublasGetVector(3, 4, apart.device, 7, back, 2));
  wrong += back[2] != 3 || back[4] != 5;
  float *managed;
  cudaMallocManaged(&managed, 4);
  *managed = 3;
  check(cublasSscal(h, 1, &beta, managed, 1));
  cudaStreamSynchronize(s);
  if (*managed != 6) printf("managed %g\n", *managed), wrong++;
  cudaFree(managed);
  if (bug == "SHORT_LD") cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, a.device, 4, x.device, LDB, &beta, y.device, LDC);  // BUG SHORT_LD
  if (bug == "SHORT_BUFFER") cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, M, 50, K, &alpha, a.device, LDA, x.device, LDB, &beta, y.device, LDC);  // BUG SHORT_BUFFER
  if (bug == "UNWRITTEN") {
    float *raw;
    cudaMalloc(&raw, 40), cudaMemset(raw, 0, 12);
    check(cublasSscal(h, 10, &beta, raw, 1));  // BUG UNWRITTEN
    cudaFree(raw);
  }
  if (bug == "REFUSED" && cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, M, N, &alpha, a.device, LDA, y.device, LDC) != CUBLAS_STATUS_NOT_SUPPORTED) return 4;  // BUG REFUSED
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  if (bug == "TWO_STREAMS") {
    check(cublasSscal(h, 4, &beta, x.device, 1));
    check(cublasSetStream(h, other));
    check(cublasSscal(h, 4, &beta, x.device, 1));  // BUG TWO_STREAMS
  }
  check(cublasDestroy(h));
  printf("%d wrong\n", wrong);
  return wrong;
}
