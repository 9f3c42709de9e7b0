// O = softmax(Q·Kᵀ/√32 + mask)·V of one head of 32 numbers; Q, K, V and O are (n,32), and no query sees a key behind
// it. Given: three ops in one kernel, without the (n,n) matrix of scores.
//
// Launch: GpuLaunch.of(Dim3.of(⌈n/64⌉), Dim3.of(64)): a thread for each query.
//
// A softmax needs its row's maximum before its first number. It can do without: a thread keeps the largest score so
// far, m, the sum of exp(score − m) and the sum of exp(score − m)·v. A larger score makes both sums smaller by
// exp(old m − new m) (M. Milakov, N. Gimelshein, "Online normalizer calculation for softmax", 2018). A row of scores is then
// never stored, and K and V go through shared memory once for 64 queries (T. Dao et al., "FlashAttention", 2022).
extern "C" __global__ void attention(
    const float* q, const float* k, const float* v, float* o, int n) {
  __shared__ float tile[64][33]; // rows of 32 numbers, a bank apart: first Q's, then 32 of K's and of V's, then O's
  int t = threadIdx.x, first = blockIdx.x * 64, i = first + t;
  float query[32], sum[32], most = -INFINITY, total = 0;
  for (int e = t; e < 64 * 32; e += 64) { // a warp: 32 neighbours
    tile[e / 32][e % 32] = first + e / 32 < n ? q[first * 32 + e] : 0;
  }
  __syncthreads();
#pragma unroll
  for (int d = 0; d < 32; d++) {
    query[d] = tile[t][d] * 0.17677669530f; // 1/√32
    sum[d] = 0;
  }
  int behind = min(n, first + 64); // the first key that no query of this block sees
  for (int j0 = 0; j0 < behind; j0 += 32) {
    __syncthreads(); // all have read what the tile had
    for (int e = t; e < 32 * 32; e += 64) {
      bool there = j0 + e / 32 < n;
      tile[e / 32][e % 32] = there ? k[j0 * 32 + e] : 0;
      tile[32 + e / 32][e % 32] = there ? v[j0 * 32 + e] : 0;
    }
    __syncthreads();
    for (int j = 0; j < 32 && j0 + j <= i; j++) { // all lanes read one number
      float score = 0;
#pragma unroll
      for (int d = 0; d < 32; d++) score += query[d] * tile[j][d];
      float now = fmaxf(most, score), down = expf(most - now), weight = expf(score - now);
#pragma unroll
      for (int d = 0; d < 32; d++) sum[d] = sum[d] * down + weight * tile[32 + j][d];
      total = total * down + weight;
      most = now;
    }
  }
  __syncthreads();
#pragma unroll
  for (int d = 0; d < 32; d++) tile[t][d] = sum[d] / total;
  __syncthreads();
  for (int e = t; e < 64 * 32 && first * 32 + e < n * 32; e += 64) {
    o[first * 32 + e] = tile[e / 32][e % 32];
  }
}
