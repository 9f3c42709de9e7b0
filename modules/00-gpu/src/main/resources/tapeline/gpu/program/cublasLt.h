// cublasLtMatmul for programs that Tapeline runs: matrices in columns, a bias, ReLU or GELU behind the product.
#pragma once
#include <cublas_v2.h>
typedef cublasContext *cublasLtHandle_t;
enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE,
  CUBLASLT_MATMUL_DESC_POINTER_MODE,
  CUBLASLT_MATMUL_DESC_TRANSA,
  CUBLASLT_MATMUL_DESC_TRANSB,
  CUBLASLT_MATMUL_DESC_TRANSC,
  CUBLASLT_MATMUL_DESC_FILL_MODE,
  CUBLASLT_MATMUL_DESC_EPILOGUE,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER,
  CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
};
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE,
  CUBLASLT_MATRIX_LAYOUT_ORDER,
  CUBLASLT_MATRIX_LAYOUT_ROWS,
  CUBLASLT_MATRIX_LAYOUT_COLS,
  CUBLASLT_MATRIX_LAYOUT_LD,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW };
enum cublasLtPointerMode_t { CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE };
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36,
  CUBLASLT_EPILOGUE_RELU_AUX = 130,
  CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
  CUBLASLT_EPILOGUE_DRELU = 136,
  CUBLASLT_EPILOGUE_GELU_AUX = 160,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
  CUBLASLT_EPILOGUE_BGRADA = 256,
  CUBLASLT_EPILOGUE_BGRADB = 512
};
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };
// what the attributes are, by their numbers
struct cublasLtMatmulDescOpaque_t {
  cublasComputeType_t compute;
  cudaDataType scale;
  int64_t set[32];
};
struct cublasLtMatrixLayoutOpaque_t {
  int64_t set[8];
};
struct cublasLtMatmulPreferenceOpaque_t {};
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
struct cublasLtMatmulAlgo_t {};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
};

inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return cublasCreate(handle); }
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return cublasDestroy(handle); }
inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *made, cublasComputeType_t compute, cudaDataType scale) {
  *made = new cublasLtMatmulDescOpaque_t{compute, scale, {}};
  (*made)->set[CUBLASLT_MATMUL_DESC_EPILOGUE] = CUBLASLT_EPILOGUE_DEFAULT;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType type, uint64_t rows, uint64_t columns, int64_t leading) {
  *made = new cublasLtMatrixLayoutOpaque_t{{type, CUBLASLT_ORDER_COL, (int64_t)rows, (int64_t)columns, leading, 1, 0}};
  return CUBLAS_STATUS_SUCCESS;
}
namespace tapeline {
template <size_t N> cublasStatus_t set(const char *call, int64_t (&to)[N], int which, const void *value, size_t bytes) {
  if (which < 0 || which >= (int)N || bytes > 8) return blames(CUBLAS_STATUS_INVALID_VALUE, std::string(call) + ": there is no attribute " + std::to_string(which) + " of " + std::to_string(bytes) + " bytes");
  return to[which] = 0, memcpy(&to[which], value, bytes), CUBLAS_STATUS_SUCCESS;
}
}  // namespace tapeline
inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t of, cublasLtMatmulDescAttributes_t which, const void *value, size_t bytes) { return tapeline::set("cublasLtMatmulDescSetAttribute", of->set, which, value, bytes); }
inline cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t of, cublasLtMatrixLayoutAttribute_t which, const void *value, size_t bytes) { return tapeline::set("cublasLtMatrixLayoutSetAttribute", of->set, which, value, bytes); }
inline cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t of) { return delete of, CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t of) { return delete of, CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *made) { return *made = new cublasLtMatmulPreferenceOpaque_t, CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, const void *, size_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t of) { return delete of, CUBLAS_STATUS_SUCCESS; }
// The device has one algorithm.
inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int asked, cublasLtMatmulHeuristicResult_t *results, int *found) {
  *found = asked > 0;
  if (asked > 0) *results = {};
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t how, const void *alpha, const void *a, cublasLtMatrixLayout_t layoutA, const void *b, cublasLtMatrixLayout_t layoutB, const void *beta, const void *c, cublasLtMatrixLayout_t, void *d, cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t stream) {
  cublasContext context = {stream, (cublasPointerMode_t)how->set[CUBLASLT_MATMUL_DESC_POINTER_MODE], CUBLAS_DEFAULT_MATH};
  tapeline::Call call("cublasLtMatmul", handle ? &context : nullptr);
  auto opA = (cublasOperation_t)how->set[CUBLASLT_MATMUL_DESC_TRANSA], opB = (cublasOperation_t)how->set[CUBLASLT_MATMUL_DESC_TRANSB];
  auto &ofA = layoutA->set, &ofB = layoutB->set, &ofD = layoutD->set;
  int64_t m = ofD[CUBLASLT_MATRIX_LAYOUT_ROWS], n = ofD[CUBLASLT_MATRIX_LAYOUT_COLS], k = ofA[opA == CUBLAS_OP_N ? CUBLASLT_MATRIX_LAYOUT_COLS : CUBLASLT_MATRIX_LAYOUT_ROWS];
  call.shape(opA, opB, m, n, k, ofD[CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT]);
  auto fits = [&](const char *name, const int64_t (&of)[8], int64_t rows, int64_t columns) {
    if (of[CUBLASLT_MATRIX_LAYOUT_ORDER] != CUBLASLT_ORDER_COL) call.wrong(std::string(name) + " is in an order that is outside of what is emulated: matrices in columns are in it", CUBLAS_STATUS_NOT_SUPPORTED);
    if (of[CUBLASLT_MATRIX_LAYOUT_ROWS] == rows && of[CUBLASLT_MATRIX_LAYOUT_COLS] == columns) return;
    call.wrong(std::string(name) + " is " + std::to_string(rows) + " x " + std::to_string(columns) + " as it lies, its layout says " + std::to_string(of[CUBLASLT_MATRIX_LAYOUT_ROWS]) + " x " + std::to_string(of[CUBLASLT_MATRIX_LAYOUT_COLS]));
  };
  fits("A", ofA, opA == CUBLAS_OP_N ? m : k, opA == CUBLAS_OP_N ? k : m);
  fits("B", ofB, opB == CUBLAS_OP_N ? k : n, opB == CUBLAS_OP_N ? n : k);
  fits("D", ofD, m, n);
  call.scale(call.scalar(alpha, how->scale), call.scalar(beta, how->scale));
  if (c != d && call.product.beta != 0) call.wrong("a C that is not D is outside of what is emulated, unless beta is 0", CUBLAS_STATUS_NOT_SUPPORTED);
  auto matrix = [](const char *name, const void *at, const int64_t (&of)[8]) {
    return tapeline::Matrix{name, at, of[CUBLASLT_MATRIX_LAYOUT_TYPE], of[CUBLASLT_MATRIX_LAYOUT_LD], of[CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET]};
  };
  call.matrices(matrix("A", a, ofA), matrix("B", b, ofB), matrix("D", d, ofD));
  int64_t epilogue = how->set[CUBLASLT_MATMUL_DESC_EPILOGUE];
  if (epilogue & ~(1 | CUBLASLT_EPILOGUE_RELU_BIAS | CUBLASLT_EPILOGUE_GELU)) call.wrong("the epilogue " + std::to_string(epilogue) + " is outside of what is emulated: a bias, ReLU and GELU are in it", CUBLAS_STATUS_NOT_SUPPORTED);
  if (epilogue & CUBLASLT_EPILOGUE_BIAS) call.product.bias = how->set[CUBLASLT_MATMUL_DESC_BIAS_POINTER];
  if ((epilogue & CUBLASLT_EPILOGUE_BIAS) && !call.product.bias) call.wrong("the bias is a null pointer");
  call.product.activation = epilogue & CUBLASLT_EPILOGUE_RELU ? 1 : epilogue & CUBLASLT_EPILOGUE_GELU ? 2 : 0;
  return call.run();
}
