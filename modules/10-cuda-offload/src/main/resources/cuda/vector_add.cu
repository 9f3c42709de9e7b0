// c = a + b; a, b and c have n elements.
//
// Launch: any that has a thread for each element, as GpuLaunch.covering(n, 256); a thread adds one.
// Memory: 2 reads and 1 write an element, all coalesced. 1 flop for 12 bytes.
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
  // BEGIN EXERCISE 10.1
  // TODO 10.1 — 4 lines. Which i is this thread's? In the last block there are threads
  // without an element: what would they do to the memory behind c?
  #error TODO 10.1 vector add
  // END EXERCISE 10.1
}
