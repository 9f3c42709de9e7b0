// y = xᵀ through a tile in shared memory, so that both reads and writes go along rows.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) if (cudaError_t e = (call)) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(2); }
const int TILE = 32, ROWS = 8;  // a block has 32 × 8 threads, each four elements

__global__ void transpose(const float *x, float *y, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];  // one column more: a column of the tile is in 32 banks
  int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS) {
    if (row + k < rows && column < columns) tile[threadIdx.y + k][threadIdx.x] = x[(row + k) * columns + column];
  }
  __syncthreads();
  column = blockIdx.y * TILE + threadIdx.x, row = blockIdx.x * TILE + threadIdx.y;  // of y
  for (int k = 0; k < TILE; k += ROWS) {
    if (row + k < columns && column < rows) y[(row + k) * rows + column] = tile[threadIdx.x][threadIdx.y + k];
  }
}

int main() {
  const int rows = 50, columns = 75, n = rows * columns;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = i;
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE), block(TILE, ROWS);
  transpose<<<grid, block>>>(d_x, d_y, rows, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += y[i % columns * rows + i / columns] != x[i];
  printf("transpose: %d of %d elements are wrong\n", wrong, n);
  return wrong == 0 ? 0 : 1;
}
