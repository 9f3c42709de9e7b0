// y = xᵀ; x is (rows,columns), y is (columns,rows).
//
// Launch: blocks of (32, 8) threads, a grid of (⌈columns/32⌉, ⌈rows/32⌉) blocks. A block moves a
// tile of 32 × 32 numbers, a thread four of them: rows threadIdx.y, + 8, + 16, + 24 of the tile.
// Memory: a warp reads 32 neighbours and writes 32 neighbours; 4 sectors a request where rows and
// columns are multiples of 8. Shared memory: 1 wavefront a request.
//
// Read along the rows of x and written along the columns of y, one of the two sides would be
// scattered: 32 sectors a request. So the tile goes through shared memory, where a scattered
// access costs nothing as long as the 32 lanes ask 32 different banks. Word w lies in bank w % 32.
extern "C" __global__ void transpose(const float* x, float* y, int rows, int columns) {
  // BEGIN SOLUTION 10.5 "padded transpose" 10 points
  __shared__ float tile[32][33]; // 33: the 32 words of a column lie in 32 banks
  int column = blockIdx.x * 32 + threadIdx.x;
  int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) { // the block is 8 rows high, the tile 32
    if (row + i < rows && column < columns) {
      tile[threadIdx.y + i][threadIdx.x] = x[(size_t)(row + i) * columns + column];
    }
  }
  __syncthreads();
  column = blockIdx.y * 32 + threadIdx.x; // of y, whose tile stands across
  row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) { // and out again
    if (row + i < columns && column < rows) {
      y[(size_t)(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
    }
  }
  // STUB // TODO 10.5 — 16 lines. Tile in, barrier, tile out. threadIdx.x runs along a row on both
  // STUB // sides, so blockIdx.x and blockIdx.y change places between them, and so do rows and
  // STUB // columns. A row begins at (size_t)row * columns, as in 10.3. In a tile[32][32], which
  // STUB // banks hold the 32 words of one column? And in a tile[32][33]?
  // STUB #error TODO 10.5 padded transpose
  // END SOLUTION
}
