// C = A·B; A is (m,k), B is (k,n), C is (m,n), of any sizes. 2mkn flops.
//
// Launch, both: GpuLaunch.covering(m, n, Dim3.of(16, 16)): blocks of 16 × 16 threads, a grid of
// (⌈n/16⌉, ⌈m/16⌉) blocks, a thread for each element of C: x runs along the columns, y along the
// rows.
//
// matmul_naive has each thread read its row of A and its column of B from global memory: 2 reads
// for 2 flops. matmul_tiled reads each number once a block: the block brings a tile of A and a
// tile of B, 16 × 16 each, into shared memory, all its threads use them, then come the next two.
// That is 1/16 of the requests.

// BEGIN SOLUTION 10.6 "matmul, naive and tiled" 15 points, core
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

extern "C" __global__ void matmul_tiled(
    const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tileA[16][16], tileB[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty;
  int column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += 16) { // the tiles A[row0…, l0…] and B[l0…, column0…]
    bool inA = row < m && l0 + tx < k;
    bool inB = l0 + ty < k && column < n;
    tileA[ty][tx] = inA ? a[(size_t)row * k + l0 + tx] : 0; // zeros add nothing
    tileB[ty][tx] = inB ? b[(size_t)(l0 + ty) * n + column] : 0;
    __syncthreads(); // the tiles are there
    for (int l = 0; l < 16; l++) {
      sum += tileA[ty][l] * tileB[l][tx];
    }
    __syncthreads(); // and nobody needs them any more
  }
  if (row < m && column < n) { // only now: threads outside C have helped to load
    c[(size_t)row * n + column] = sum;
  }
}
// STUB extern "C" __global__ void matmul_naive(
// STUB     const float* a, const float* b, float* c, int m, int k, int n) {
// STUB   // TODO 10.6 — 8 lines. c[row,column] = Σ a[row,l]·b[l,column], summed in a register, a
// STUB   // float. A row begins at (size_t)row * k, as in 10.3.
// STUB #error TODO 10.6 matmul, naive and tiled
// STUB }
// STUB
// STUB extern "C" __global__ void matmul_tiled(
// STUB     const float* a, const float* b, float* c, int m, int k, int n) {
// STUB   __shared__ float tileA[16][16], tileB[16][16];
// STUB   // 20 lines. For l0 = 0, 16, …: every thread brings one number of each tile, 0 where there
// STUB   // is none; then it adds up the 16 products of its row of tileA and its column of tileB.
// STUB   // Two barriers a round: before what, and after what? And why may a thread outside C not
// STUB   // leave early?
// STUB }
// END SOLUTION
