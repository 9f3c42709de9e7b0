// C = A·B; A is (m,k), B is (k,n), C is (m,n), of any sizes. 2mkn flops.
//
// Launch: GpuLaunch.of(Dim3.of(⌈n/128⌉, ⌈m/128⌉), Dim3.of(256)): a block of 256 threads for each
// 128 × 128 tile of C, a thread for 64 numbers of it.
//
// matmul_tiled reads two words of shared memory for each multiplication, and shared memory is what
// it waits for. Here a thread reads 8 numbers of A's tile and 8 of B's, and multiplies each with
// each: 64 multiplications for 16 words, which come four at a time as float4. The sums stay in 64
// registers.
//
//            columns tx·4 …, 64 + tx·4 …      thread t: tx = t % 16, ty = t / 16
//            ┌────┬────┐
//  rows ty·4 │ 4×4│ 4×4│   Two groups of four, 64 apart, and not eight in a row: so the float4s
//            ├────┼────┤   that neighbours read lie side by side, and no two of them in one bank.
//   64 + ty·4│ 4×4│ 4×4│
//            └────┴────┘
//
// The tile of A is stored with its rows as columns, aT[l][row], so that four rows are a float4.
// Its rows are 132 long: 4 more than needed, for the banks, and a multiple of 4, for the float4.
//
// __launch_bounds__(256, 2): the compiler is to leave room for two blocks on a multiprocessor, 128
// registers a thread. While one waits for its tiles, the other multiplies.
extern "C" __global__ void __launch_bounds__(256, 2) matmul_blocked(
    const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ __align__(16) float aT[8][132]; // A[row0 + row, l0 + l] at aT[l][row]
  __shared__ __align__(16) float bs[8][128]; // B[l0 + l, column0 + column] at bs[l][column]
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  int row0 = blockIdx.y * 128, column0 = blockIdx.x * 128;
  float sum[8][8] = {};
  for (int l0 = 0; l0 < k; l0 += 8) {
    // BEGIN EXERCISE 10.7
    // TODO 10.7 — 27 lines. The 256 threads bring 8 columns of A's 128 rows and 8 rows of B's
    // 128 columns, 0 where there is none: in which order do neighbours read neighbours? Then,
    // for each l, two float4 of aT, two of bs, and 64 products into sum[i][j]. A row of A
    // begins at (size_t)(row0 + row) * k, as in 10.3.
    // *(float4*)&bs[l][tx * 4] is one read of four. `#pragma unroll` before the inner loops
    // has the indices known to the compiler, or sum is no set of registers. The barriers are
    // where they were in 10.6.
    #error TODO 10.7 register-blocked matmul
    // END EXERCISE 10.7
  }
#pragma unroll
  for (int i = 0; i < 8; i++) {
    int row = row0 + (i / 4) * 64 + ty * 4 + i % 4;
#pragma unroll
    for (int j = 0; j < 8; j += 4) {
      int column = column0 + (j / 4) * 64 + tx * 4;
      float* to = c + (size_t)row * n + column;
      if (row < m && column + 3 < n && (size_t)to % 16 == 0) { // a float4 lies at a multiple of 16
        *(float4*)to = make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      } else if (row < m) {
#pragma unroll
        for (int e = 0; e < 4; e++) {
          if (column + e < n) {
            to[e] = sum[i][j + e];
          }
        }
      }
    }
  }
}
