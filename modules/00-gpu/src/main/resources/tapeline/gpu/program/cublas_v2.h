// cuBLAS for programs that Tapeline runs. Each of its calls that is supported is a product of matrices, which the
// process that has the device computes; tapeline_no_blas.inc lists the others, which say so when they are called.
#pragma once
#define CUBLAS_API_H_  // by which a program asks whether it was included
#define CUBLAS_V2_H_
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>
#include <math.h>
#include <string.h>
#include <string>
#include <vector>
enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH,
  CUBLAS_TENSOR_OP_MATH,
  CUBLAS_PEDANTIC_MATH,
  CUBLAS_TF32_TENSOR_OP_MATH,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
};
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC,
  CUBLAS_COMPUTE_64F,
  CUBLAS_COMPUTE_64F_PEDANTIC,
  CUBLAS_COMPUTE_32I,
  CUBLAS_COMPUTE_32I_PEDANTIC,
  CUBLAS_COMPUTE_32F_FAST_16F,
  CUBLAS_COMPUTE_32F_FAST_16BF,
  CUBLAS_COMPUTE_32F_FAST_TF32
};
typedef cudaDataType cublasDataType_t;
#define CUBLAS_VERSION 120000
#define CUBLAS_VER_MAJOR 12
struct cublasContext {
  cudaStream_t stream;
  cublasPointerMode_t pointers;
  cublasMath_t math;
};
typedef cublasContext *cublasHandle_t;

// Computes a product at once, as work of a stream. Returns a cublasStatus_t.
extern "C" int tapeline_product(const char *call, cudaStream_t, const void *product, size_t bytes, double *result);
// Names what is wrong with the call in the program's own text that led here.
extern "C" void tapeline_blames(const char *text);

namespace tapeline {
// A matrix as it lies, in columns; of a vector the leading dimension is its increment. At 0 all numbers are 1.
struct Matrix {
  const char *name;
  const void *at;
  int64_t type, leading, stride;
};
// C = alpha op(A) op(B) + beta C; without a place for C its only number is the result.
struct Product {
  int64_t transposedA, transposedB, m, n, k, batch;
  int64_t a[4], b[4], c[4];
  double alpha, beta;
  int64_t bias, activation;
};
inline cublasStatus_t blames(cublasStatus_t status, const std::string &text) { return tapeline_blames(text.c_str()), status; }
inline cublasStatus_t unsupported(const char *call) {
  return blames(CUBLAS_STATUS_NOT_SUPPORTED, std::string(call) + " is outside of what is emulated of cuBLAS: it gives CUBLAS_STATUS_NOT_SUPPORTED");
}
inline double number(const void *at, cudaDataType type) {
  switch (type) {
    case CUDA_R_16F: return __half2float(*(const __half *)at);
    case CUDA_R_32I: return *(const int *)at;
    case CUDA_R_64F: return *(const double *)at;
    default: return *(const float *)at;
  }
}
inline cudaDataType type(const float *) { return CUDA_R_32F; }
inline cudaDataType type(const double *) { return CUDA_R_64F; }
inline cudaDataType type(const __half *) { return CUDA_R_16F; }
inline size_t size(cudaDataType type) { return type == CUDA_R_64F ? 8 : type == CUDA_R_8I ? 1 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : 4; }

// One call, from its arguments to its status: the first that is wrong ends it.
struct Call {
  const char *name;
  cublasHandle_t handle;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  Product product = {};
  double result = 0;

  Call(const char *name, cublasHandle_t handle) : name(name), handle(handle) {
    if (!handle) wrong("there is no handle: call cublasCreate() first", CUBLAS_STATUS_NOT_INITIALIZED);
  }
  void wrong(const std::string &text, cublasStatus_t why = CUBLAS_STATUS_INVALID_VALUE) {
    if (status == CUBLAS_STATUS_SUCCESS) status = blames(why, std::string(name) + ": " + text);
  }
  // alpha or beta, from the host or the device
  double scalar(const void *at, cudaDataType type) {
    char bytes[8] = {};
    if (!at) return wrong("a scalar is a null pointer"), 0;
    if (status != CUBLAS_STATUS_SUCCESS) return 0;
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST) return number(at, type);
    if (cudaMemcpy(bytes, at, size(type), cudaMemcpyDefault) != cudaSuccess) status = CUBLAS_STATUS_INVALID_VALUE;
    return number(bytes, type);
  }
  void shape(cublasOperation_t a, cublasOperation_t b, int64_t m, int64_t n, int64_t k, int64_t batch) {
    if (m < 0 || n < 0 || k < 0 || batch < 0) wrong("sizes are 0 or more, got m = " + std::to_string(m) + ", n = " + std::to_string(n) + ", k = " + std::to_string(k) + ", " + std::to_string(batch) + " matrices");
    product.transposedA = a != CUBLAS_OP_N;
    product.transposedB = b != CUBLAS_OP_N;
    product.m = m, product.n = n, product.k = k, product.batch = batch;
  }
  void scale(double alpha, double beta) { product.alpha = alpha, product.beta = beta; }
  void place(int64_t (&to)[4], const Matrix &matrix) {
    if (!matrix.at) wrong(std::string(matrix.name) + " is a null pointer");
    if (matrix.leading == 0) wrong(std::string("the increment of ") + matrix.name + " is 0");
    to[0] = (int64_t)matrix.at, to[1] = matrix.type, to[2] = matrix.leading, to[3] = matrix.stride;
  }
  void place(int64_t (&to)[4], const Matrix &matrix, int64_t rows) {
    if (matrix.leading < (rows > 1 ? rows : 1)) wrong("ld" + std::string(1, (char)(matrix.name[0] | 32)) + " is at least " + std::to_string(rows > 1 ? rows : 1) + ", the rows of " + matrix.name + " as it lies in its columns, got " + std::to_string(matrix.leading));
    place(to, matrix);
  }
  // The matrices of a product, each with as many rows as its operation asks for.
  void matrices(const Matrix &a, const Matrix &b, const Matrix &c) {
    place(product.a, a, product.transposedA ? product.k : product.m);
    place(product.b, b, product.transposedB ? product.n : product.k);
    place(product.c, c, product.m);
  }
  // A vector of n numbers, which begins at its end where its increment is negative.
  template <class T> Matrix vector(const char *of, const T *x, int64_t n, int64_t increment) {
    return {of, x && increment < 0 ? x - (n - 1) * increment : x, type(x), increment, 0};
  }
  cublasStatus_t run() {
    if (status == CUBLAS_STATUS_SUCCESS) status = (cublasStatus_t)tapeline_product(name, handle->stream, &product, sizeof product, &result);
    return status;
  }
  // Gives a result to the host, which waits for it, or to the device.
  template <class T> cublasStatus_t give(T *to) {
    if (!to) wrong("result is a null pointer");
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    T value = (T)result;
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST) return *to = value, cudaStreamSynchronize(handle->stream), status;
    return cudaMemcpyAsync(to, &value, sizeof value, cudaMemcpyDefault, handle->stream) == cudaSuccess ? status : CUBLAS_STATUS_INVALID_VALUE;
  }
};

// The type of alpha and beta.
inline cudaDataType scalars(cublasComputeType_t compute) {
  return compute <= CUBLAS_COMPUTE_16F_PEDANTIC ? CUDA_R_16F : compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC ? CUDA_R_64F : compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC ? CUDA_R_32I : CUDA_R_32F;
}
inline cublasStatus_t multiply(const char *name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int64_t m, int64_t n, int64_t k, cudaDataType of, const void *alpha, const Matrix &a, const Matrix &b, const void *beta, const Matrix &c, int64_t batch) {
  Call call(name, handle);
  call.shape(opA, opB, m, n, k, batch);
  call.scale(call.scalar(alpha, of), call.scalar(beta, of));
  call.matrices(a, b, c);
  return call.run();
}
// Products whose matrices lie where arrays of the device say.
template <class T> cublasStatus_t multiplyEach(const char *name, cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta, T *const c[], int ldc, int batch) {
  std::vector<const T *> all[3];
  const void *from[3] = {a, b, c};
  for (int i = 0; i < 3; i++) {
    all[i].resize(batch > 0 ? batch : 0);
    if (cudaMemcpy(all[i].data(), from[i], all[i].size() * sizeof(T *), cudaMemcpyDeviceToHost) != cudaSuccess) return CUBLAS_STATUS_INVALID_VALUE;
  }
  for (int i = 0; i < batch; i++) {
    auto status = multiply(name, handle, opA, opB, m, n, k, type(alpha), alpha, {"A", all[0][i], type(alpha), lda, 0}, {"B", all[1][i], type(alpha), ldb, 0}, beta, {"C", all[2][i], type(alpha), ldc, 0}, 1);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}

// Vectors are matrices of one row.
template <class T> cublasStatus_t gemv(const char *name, cublasHandle_t handle, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {
  Call call(name, handle);
  bool across = op == CUBLAS_OP_N;
  int out = across ? m : n, in = across ? n : m;
  call.shape(CUBLAS_OP_N, across ? CUBLAS_OP_T : CUBLAS_OP_N, 1, out, in, 1);
  call.scale(call.scalar(alpha, type(alpha)), call.scalar(beta, type(beta)));
  call.place(call.product.a, call.vector("x", x, in, incx));
  call.place(call.product.b, {"A", a, type(a), lda, 0}, m);
  call.place(call.product.c, call.vector("y", y, out, incy));
  return call.run();
}
template <class T> cublasStatus_t ger(const char *name, cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {
  Call call(name, handle);
  call.shape(CUBLAS_OP_T, CUBLAS_OP_N, m, n, 1, 1);
  call.scale(call.scalar(alpha, type(alpha)), 1);
  call.place(call.product.a, call.vector("x", x, m, incx));
  call.place(call.product.b, call.vector("y", y, n, incy));
  call.place(call.product.c, {"A", a, type(a), lda, 0}, m);
  return call.run();
}
// y = alpha x + beta y, or with a beta of 0 a copy.
template <class T> cublasStatus_t axpy(const char *name, cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, double beta, T *y, int incy) {
  Call call(name, handle);
  call.shape(CUBLAS_OP_N, CUBLAS_OP_N, 1, n, 1, 1);
  call.scale(beta == 0 ? 1 : call.scalar(alpha, type(alpha)), beta);
  call.place(call.product.b, call.vector("x", x, n, incx));
  call.place(call.product.c, call.vector("y", y, n, incy));
  return call.run();
}
template <class T> cublasStatus_t scal(const char *name, cublasHandle_t handle, int n, const T *alpha, T *x, int incx) {
  Call call(name, handle);
  call.shape(CUBLAS_OP_N, CUBLAS_OP_N, 1, n, 0, 1);
  call.scale(0, call.scalar(alpha, type(alpha)));
  call.place(call.product.c, call.vector("x", x, n, incx));
  return call.run();
}
template <class T> Call dot(const char *name, cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy) {
  Call call(name, handle);
  call.shape(CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, n, 1);
  call.scale(1, 0);
  call.place(call.product.a, call.vector("x", x, n, incx));
  call.place(call.product.b, call.vector("y", y, n, incy));
  call.run();
  return call;
}
}  // namespace tapeline

inline cublasStatus_t cublasCreate(cublasHandle_t *handle) { return *handle = new cublasContext{}, CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  auto status = tapeline::Call("cublasDestroy", handle).status;
  return delete handle, status;
}
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int *version) { return *version = CUBLAS_VERSION, CUBLAS_STATUS_SUCCESS; }
// Settings of a handle: X(name, type, field).
#define X(NAME, TYPE, FIELD)                                                                                \
  inline cublasStatus_t cublasSet##NAME(cublasHandle_t handle, TYPE value) {                                \
    auto status = tapeline::Call("cublasSet" #NAME, handle).status;                                         \
    return status == CUBLAS_STATUS_SUCCESS ? (handle->FIELD = value, status) : status;                      \
  }                                                                                                         \
  inline cublasStatus_t cublasGet##NAME(cublasHandle_t handle, TYPE *value) {                               \
    auto status = tapeline::Call("cublasGet" #NAME, handle).status;                                         \
    return status == CUBLAS_STATUS_SUCCESS ? (*value = handle->FIELD, status) : status;                     \
  }
X(Stream, cudaStream_t, stream)
X(PointerMode, cublasPointerMode_t, pointers)
X(MathMode, cublasMath_t, math)
#undef X
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) { return CUBLAS_STATUS_SUCCESS; }
inline const char *cublasGetStatusName(cublasStatus_t status) {
#define X(NAME) if (status == CUBLAS_STATUS_##NAME) return "CUBLAS_STATUS_" #NAME;
  X(SUCCESS) X(NOT_INITIALIZED) X(ALLOC_FAILED) X(INVALID_VALUE) X(ARCH_MISMATCH) X(MAPPING_ERROR) X(EXECUTION_FAILED) X(INTERNAL_ERROR) X(NOT_SUPPORTED) X(LICENSE_ERROR)
#undef X
  return "unknown status";
}
inline const char *cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb) {
  auto e = cudaMemcpy2D(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, cudaMemcpyHostToDevice);
  return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb) {
  auto e = cudaMemcpy2D(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, cudaMemcpyDeviceToHost);
  return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}
inline cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy) {
  return incx == 1 && incy == 1 ? cublasSetMatrix(n, 1, size, x, n, y, n) : cublasSetMatrix(1, n, size, x, incx, y, incy);
}
inline cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy) {
  return incx == 1 && incy == 1 ? cublasGetMatrix(n, 1, size, x, n, y, n) : cublasGetMatrix(1, n, size, x, incx, y, incy);
}

// of halves, floats and doubles
#define X(L, T)                                                                                                                                                                                     \
  inline cublasStatus_t cublas##L##gemm(cublasHandle_t h, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) { \
    auto of = tapeline::type(alpha);                                                                                                                                                                \
    return tapeline::multiply("cublas" #L "gemm", h, opA, opB, m, n, k, of, alpha, {"A", a, of, lda, 0}, {"B", b, of, ldb, 0}, beta, {"C", c, of, ldc, 0}, 1);                                        \
  }                                                                                                                                                                                                 \
  inline cublasStatus_t cublas##L##gemmStridedBatched(cublasHandle_t h, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const T *alpha, const T *a, int lda, long long strideA, const T *b, int ldb, long long strideB, const T *beta, T *c, int ldc, long long strideC, int batch) { \
    auto of = tapeline::type(alpha);                                                                                                                                                                \
    return tapeline::multiply("cublas" #L "gemmStridedBatched", h, opA, opB, m, n, k, of, alpha, {"A", a, of, lda, strideA}, {"B", b, of, ldb, strideB}, beta, {"C", c, of, ldc, strideC}, batch);    \
  }                                                                                                                                                                                                 \
  inline cublasStatus_t cublas##L##gemmBatched(cublasHandle_t h, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta, T *const c[], int ldc, int batch) { \
    return tapeline::multiplyEach("cublas" #L "gemmBatched", h, opA, opB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, batch);                                                                      \
  }
X(H, __half)
X(S, float)
X(D, double)
#undef X
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const void *alpha, const void *a, cudaDataType ofA, int lda, long long strideA, const void *b, cudaDataType ofB, int ldb, long long strideB, const void *beta, void *c, cudaDataType ofC, int ldc, long long strideC, int batch, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return tapeline::multiply("cublasGemmStridedBatchedEx", h, opA, opB, m, n, k, tapeline::scalars(compute), alpha, {"A", a, ofA, lda, strideA}, {"B", b, ofB, ldb, strideB}, beta, {"C", c, ofC, ldc, strideC}, batch);
}
inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const void *alpha, const void *a, cudaDataType ofA, int lda, const void *b, cudaDataType ofB, int ldb, const void *beta, void *c, cudaDataType ofC, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
  return tapeline::multiply("cublasGemmEx", h, opA, opB, m, n, k, tapeline::scalars(compute), alpha, {"A", a, ofA, lda, 0}, {"B", b, ofB, ldb, 0}, beta, {"C", c, ofC, ldc, 0}, 1);
}
// as before CUDA 11: what is computed in has the name of a type
inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k, const void *alpha, const void *a, cudaDataType ofA, int lda, const void *b, cudaDataType ofB, int ldb, const void *beta, void *c, cudaDataType ofC, int ldc, cudaDataType compute, cublasGemmAlgo_t) {
  return tapeline::multiply("cublasGemmEx", h, opA, opB, m, n, k, compute, alpha, {"A", a, ofA, lda, 0}, {"B", b, ofB, ldb, 0}, beta, {"C", c, ofC, ldc, 0}, 1);
}

// of floats and doubles, by the templates above
#define X(L, T)                                                                                                                                                                  \
  inline cublasStatus_t cublas##L##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) { return tapeline::gemv("cublas" #L "gemv", h, op, m, n, alpha, a, lda, x, incx, beta, y, incy); } \
  inline cublasStatus_t cublas##L##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) { return tapeline::ger("cublas" #L "ger", h, m, n, alpha, x, incx, y, incy, a, lda); } \
  inline cublasStatus_t cublas##L##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy) { return tapeline::axpy("cublas" #L "axpy", h, n, alpha, x, incx, 1, y, incy); } \
  inline cublasStatus_t cublas##L##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy) { return tapeline::axpy<T>("cublas" #L "copy", h, n, 0, x, incx, 0, y, incy); } \
  inline cublasStatus_t cublas##L##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx) { return tapeline::scal("cublas" #L "scal", h, n, alpha, x, incx); } \
  inline cublasStatus_t cublas##L##dot(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *result) { return tapeline::dot("cublas" #L "dot", h, n, x, incx, y, incy).give(result); } \
  inline cublasStatus_t cublas##L##nrm2(cublasHandle_t h, int n, const T *x, int incx, T *result) { \
    auto call = tapeline::dot("cublas" #L "nrm2", h, n, x, incx, x, incx); \
    call.result = sqrt(call.result); \
    return call.give(result); \
  }
X(S, float)
X(D, double)
#undef X
#define X(NAME) template <class... Any> cublasStatus_t cublas##NAME(Any...) { return tapeline::unsupported("cublas" #NAME); }
#include "tapeline_no_blas.inc"
#undef X
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
