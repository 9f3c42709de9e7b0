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
  // BEGIN EXERCISE 10.5
  // TODO 10.5 — 16 lines. Tile in, barrier, tile out. threadIdx.x runs along a row on both
  // sides, so blockIdx.x and blockIdx.y change places between them, and so do rows and
  // columns. A row begins at (size_t)row * columns, as in 10.3. In a tile[32][32], which
  // banks hold the 32 words of one column? And in a tile[32][33]?
  #error TODO 10.5 padded transpose
  // END EXERCISE 10.5
}
