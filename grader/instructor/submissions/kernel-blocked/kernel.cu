// C = A·B by tiles of 64 × 64 of C: 16 × 16 threads, each with 4 × 4 numbers of C in registers.
// Each number of A is read once for 64 columns, each of B once for 64 rows.
extern "C" __global__ void product(
    const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tileA[64][17], tileB[16][64];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row0 = blockIdx.y * 64, column0 = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int l0 = 0; l0 < k; l0 += 16) {
    for (int i = ty; i < 64; i += 16) { // a row of the tile of A by 16 threads
      tileA[i][tx] = row0 + i < m && l0 + tx < k ? a[(row0 + i) * k + l0 + tx] : 0;
    }
    for (int j = tx; j < 64; j += 16) { // a row of the tile of B
      tileB[ty][j] = l0 + ty < k && column0 + j < n ? b[(l0 + ty) * n + column0 + j] : 0;
    }
    __syncthreads();
    for (int l = 0; l < 16; l++) {
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
          sum[i][j] += tileA[ty + 16 * i][l] * tileB[l][tx + 16 * j];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      int row = row0 + ty + 16 * i, column = column0 + tx + 16 * j;
      if (row < m && column < n) {
        c[row * n + column] = sum[i][j];
      }
    }
  }
}
