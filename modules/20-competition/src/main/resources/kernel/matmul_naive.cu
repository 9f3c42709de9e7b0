// C = A·B; A is (m,k), B is (k,n), C is (m,n): each thread reads its row of A and its column of B.
extern "C" __global__ void matmul_naive(
    const float* a, const float* b, float* c, int m, int k, int n) {
  int row = blockIdx.y * 16 + threadIdx.y;
  int column = blockIdx.x * 16 + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0;
    for (int l = 0; l < k; l++) {
      sum += a[(size_t)row * k + l] * b[(size_t)l * n + column];
    }
    c[(size_t)row * n + column] = sum;
  }
}
