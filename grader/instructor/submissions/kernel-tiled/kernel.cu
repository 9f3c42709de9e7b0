// C = A·B by tiles of 16 × 16 in shared memory: a block reads each number of its rows of A and its
// columns of B once, where a thread alone would read it 16 times.
extern "C" __global__ void product(
    const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tileA[16][16], tileB[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty;
  int column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += 16) {
    tileA[ty][tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0;
    tileB[ty][tx] = l0 + ty < k && column < n ? b[(l0 + ty) * n + column] : 0;
    __syncthreads();
    for (int l = 0; l < 16; l++) {
      sum += tileA[ty][l] * tileB[l][tx];
    }
    __syncthreads();
  }
  if (row < m && column < n) {
    c[row * n + column] = sum;
  }
}
