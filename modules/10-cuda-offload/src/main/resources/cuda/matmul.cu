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

// BEGIN EXERCISE 10.6
extern "C" __global__ void matmul_naive(
    const float* a, const float* b, float* c, int m, int k, int n) {
  // TODO 10.6 — 8 lines. c[row,column] = Σ a[row,l]·b[l,column], summed in a register, a
  // float. A row begins at (size_t)row * k, as in 10.3.
#error TODO 10.6 matmul, naive and tiled
}

extern "C" __global__ void matmul_tiled(
    const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tileA[16][16], tileB[16][16];
  // 20 lines. For l0 = 0, 16, …: every thread brings one number of each tile, 0 where there
  // is none; then it adds up the 16 products of its row of tileA and its column of tileB.
  // Two barriers a round: before what, and after what? And why may a thread outside C not
  // leave early?
}
// END EXERCISE 10.6
