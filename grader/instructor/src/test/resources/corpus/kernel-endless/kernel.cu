// Never ends.
extern "C" __global__ void product(
    const float* a, const float* b, float* c, int m, int k, int n) {
  volatile int stop = 0;
  while (!stop) {
  }
  c[0] = 1;
}
