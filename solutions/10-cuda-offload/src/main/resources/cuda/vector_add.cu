// c = a + b; a, b and c have n elements.
//
// Launch: any that has a thread for each element, as GpuLaunch.covering(n, 256); a thread adds one.
// Memory: 2 reads and 1 write an element, all coalesced. 1 flop for 12 bytes.
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
  // BEGIN SOLUTION 10.1 "vector add" 5 points, core
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
  // STUB // TODO 10.1 — 4 lines. Which i is this thread's? In the last block there are threads
  // STUB // without an element: what would they do to the memory behind c?
  // STUB #error TODO 10.1 vector add
  // END SOLUTION
}
