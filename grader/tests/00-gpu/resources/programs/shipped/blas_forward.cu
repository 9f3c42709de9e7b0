// A layer's forward pass, out = gelu(inp weight^T + bias), by a kernel and by cuBLAS, in the manner of comparisons
// that try one kernel after the other.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define cudaCheck(e) check(e, __FILE__, __LINE__)
#define cublasCheck(s) check(s, __FILE__, __LINE__)
static void check(cudaError_t e, const char *file, int line) {
  if (e != cudaSuccess) printf("%s:%d: %s\n", file, line, cudaGetErrorString(e)), exit(EXIT_FAILURE);
}
static void check(cublasStatus_t s, const char *file, int line) {
  if (s != CUBLAS_STATUS_SUCCESS) printf("%s:%d: %s\n", file, line, cublasGetStatusString(s)), exit(EXIT_FAILURE);
}
static cublasHandle_t cublas_handle;
static cublasLtHandle_t cublaslt_handle;
static cublasComputeType_t compute = CUBLAS_COMPUTE_32F_FAST_TF32;

__device__ float gelu(float x) { return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))); }
__global__ void forward1(float *out, const float *inp, const float *weight, const float *bias, int rows, int C, int OC, bool acts) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= OC) return;
  float sum = bias[column];
  for (int i = 0; i < C; i++) sum += inp[row * C + i] * weight[column * C + i];
  out[row * OC + column] = acts ? gelu(sum) : sum;
}
__global__ void add_bias(float *out, const float *bias, int n, int OC) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] += bias[i % OC];
}
void forward2(float *out, const float *inp, const float *weight, const float *bias, int rows, int C, int OC) {
  const float alpha = 1, beta = 0;
  cublasCheck(cublasSgemm(cublas_handle, CUBLAS_OP_T, CUBLAS_OP_N, OC, rows, C, &alpha, weight, C, inp, C, &beta, out, OC));
  add_bias<<<4, 64>>>(out, bias, rows * OC, OC);
  cudaCheck(cudaGetLastError());
}
void forward3(float *out, const float *inp, const float *weight, const float *bias, int rows, int C, int OC, bool acts) {
  cublasLtMatmulDesc_t how;
  cublasLtMatrixLayout_t layoutWeight, layoutInp, layoutOut;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t heuristic;
  cublasOperation_t turned = CUBLAS_OP_T, plain = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = acts ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_BIAS;
  size_t workspace = 1 << 20;
  int found = 0;
  cublasCheck(cublasLtMatmulDescCreate(&how, compute, CUDA_R_32F));
  cublasCheck(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned));
  cublasCheck(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_TRANSB, &plain, sizeof plain));
  cublasCheck(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
  cublasCheck(cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias));
  cublasCheck(cublasLtMatrixLayoutCreate(&layoutWeight, CUDA_R_32F, C, OC, C));
  cublasCheck(cublasLtMatrixLayoutCreate(&layoutInp, CUDA_R_32F, C, rows, C));
  cublasCheck(cublasLtMatrixLayoutCreate(&layoutOut, CUDA_R_32F, OC, rows, OC));
  cublasCheck(cublasLtMatmulPreferenceCreate(&preference));
  cublasCheck(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
  cublasCheck(cublasLtMatmulAlgoGetHeuristic(cublaslt_handle, how, layoutWeight, layoutInp, layoutOut, layoutOut, preference, 1, &heuristic, &found));
  if (found == 0) exit(EXIT_FAILURE);
  const float alpha = 1, beta = 0;
  cublasCheck(cublasLtMatmul(cublaslt_handle, how, &alpha, weight, layoutWeight, inp, layoutInp, &beta, out, layoutOut, out, layoutOut, &heuristic.algo, NULL, 0, 0));
  cublasCheck(cublasLtMatmulPreferenceDestroy(preference));
  cublasCheck(cublasLtMatmulDescDestroy(how));
  cublasCheck(cublasLtMatrixLayoutDestroy(layoutWeight));
  cublasCheck(cublasLtMatrixLayoutDestroy(layoutInp));
  cublasCheck(cublasLtMatrixLayoutDestroy(layoutOut));
}
int main() {
  int rows = 21, C = 48, OC = 40, wrong = 0;
  float *inp, *weight, *bias, *out, *expected, *host = (float *)malloc(rows * OC * 4), *right = (float *)malloc(rows * OC * 4);
  cudaDeviceProp prop;
  cudaCheck(cudaGetDeviceProperties(&prop, 0));
  cublasCheck(cublasCreate(&cublas_handle));
  cublasCheck(cublasLtCreate(&cublaslt_handle));
  cublasCheck(cublasSetMathMode(cublas_handle, prop.major >= 8 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH));
  auto fill = [](float **to, int n) {
    float *values = (float *)malloc(n * 4);
    for (int i = 0; i < n; i++) values[i] = rand() / (float)RAND_MAX * 2 - 1;
    cudaCheck(cudaMalloc(to, n * 4));
    cudaCheck(cudaMemcpy(*to, values, n * 4, cudaMemcpyHostToDevice));
    free(values);
  };
  fill(&inp, rows * C), fill(&weight, OC * C), fill(&bias, OC), fill(&out, rows * OC), fill(&expected, rows * OC);
  for (int way = 2; way <= 4; way++) {
    forward1<<<dim3(2, 3), dim3(16, 16)>>>(expected, inp, weight, bias, rows, C, OC, way == 4);
    if (way == 2) forward2(out, inp, weight, bias, rows, C, OC);
    else forward3(out, inp, weight, bias, rows, C, OC, way == 4);
    cudaCheck(cudaMemcpy(host, out, rows * OC * 4, cudaMemcpyDeviceToHost));
    cudaCheck(cudaMemcpy(right, expected, rows * OC * 4, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rows * OC; i++) wrong += !(fabsf(host[i] - right[i]) <= 1e-4f);
    printf("way %d: %d wrong\n", way, wrong);
  }
  cublasCheck(cublasDestroy(cublas_handle));
  cublasCheck(cublasLtDestroy(cublaslt_handle));
  for (float *p : {inp, weight, bias, out, expected}) cudaCheck(cudaFree(p));
  free(host), free(right);
  return wrong;
}
