// y = s·x; x and y have n elements. The specimen: read it, then write vector_add.cu.
//
// Launch: GpuLaunch.covering(n, 256), which is ⌈n/256⌉ blocks of 256 threads.
//
// A kernel says what one thread does. Thread threadIdx.x of block blockIdx.x takes element i. The
// last block has threads to spare: the `if` sends them home, or they would write behind y's end.
//
// 32 threads are a warp. Here they run one instruction together; since Volta the hardware does not
// promise that, so threads that share data synchronize. What they read here are 32 neighbours, 128 bytes: one
// request of 4 sectors of 32 bytes, as few as there can be. That is called coalesced.
extern "C" __global__ void scale(float s, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = s * x[i];
  }
}
