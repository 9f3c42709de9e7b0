// Functions of whole rows that are no exercise: x is (rows,columns), y is (rows). Given.
//
// Launch, both: GpuLaunch.covering(rows, 256), a thread for each row. Simple, and far from the best:
// neighbours read numbers that are a row apart, 32 sectors a request. What you have written for
// sums would do better here, too.

// y[r] = maxⱼ x[r,j]; −∞ of no numbers, NaN when one of them is.
extern "C" __global__ void row_max(const float* x, float* y, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float largest = -INFINITY;
    for (int j = 0; j < columns; j++) {
      float v = x[(size_t)r * columns + j];
      largest = v > largest || v != v ? v : largest; // nothing is larger than NaN: it stays
    }
    y[r] = largest;
  }
}

// y[r] = ln Σⱼ exp(x[r,j]) = c + ln Σⱼ exp(x[r,j] − c), with c the largest.
extern "C" __global__ void log_sum_exp(const float* x, float* y, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float largest = -INFINITY;
    for (int j = 0; j < columns; j++) {
      float v = x[(size_t)r * columns + j];
      largest = v > largest || v != v ? v : largest;
    }
    float powers = 0;
    for (int j = 0; j < columns; j++) {
      powers += expf(x[(size_t)r * columns + j] - largest);
    }
    y[r] = fabsf(largest) == INFINITY ? largest : largest + logf(powers);
  }
}
