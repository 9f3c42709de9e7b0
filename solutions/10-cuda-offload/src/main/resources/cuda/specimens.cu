// Kernels to look at, some of them slow, some of them wrong. The notebook says which. Given.

// y[i] = x[i·stride]: neighbours read numbers that lie `stride` apart.
extern "C" __global__ void take(const float* x, float* y, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = x[i * stride];
  }
}

// y[i] = x[i]², in a kernel that does not know how many there are.
extern "C" __global__ void square_all(const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * x[i];
}

// Numbers go two ways: `run` neighbours the one, `run` neighbours the other, and so on.
extern "C" __global__ void two_ways(const float* x, float* y, int run, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    if (i / run % 2 == 0) {
      for (int step = 0; step < 20; step++) {
        v = v * v - 0.5f;
      }
    } else {
      for (int step = 0; step < 20; step++) {
        v = 0.5f * v + sqrtf(fabsf(v));
      }
    }
    y[i] = v;
  }
}

// y[r] = Σⱼ x[r,j] for rows of 256, a block of 256 threads each: first neighbours in pairs, then
// pairs of pairs.
extern "C" __global__ void sum_pairs(const float* x, float* y) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int gap = 1; gap < 256; gap *= 2) {
    if (t % (2 * gap) == 0) {
      s[t] += s[t + gap];
    }
    __syncthreads();
  }
  if (t == 0) {
    y[blockIdx.x] = s[0];
  }
}

// The same in a hurry.
extern "C" __global__ void sum_hasty(const float* x, float* y) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int gap = 1; gap < 256; gap *= 2) {
    if (t % (2 * gap) == 0) {
      s[t] += s[t + gap];
    }
  }
  __syncthreads();
  if (t == 0) {
    y[blockIdx.x] = s[0];
  }
}

// A warp reads shared memory in steps: lane t reads word t·stride, at most word 1055.
extern "C" __global__ void stroll(float* y, int stride) {
  __shared__ float words[1056];
  for (int w = threadIdx.x; w < 1056; w += 32) {
    words[w] = w;
  }
  __syncwarp();
  y[threadIdx.x] = words[threadIdx.x * stride];
}

// y = xᵀ, as one writes it first; x (rows,columns), blocks of (32, 8) threads for 32 × 32 numbers.
extern "C" __global__ void transpose_naive(const float* x, float* y, int rows, int columns) {
  int j = blockIdx.x * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 8) {
    int i = blockIdx.y * 32 + threadIdx.y + k;
    if (i < rows && j < columns) {
      y[j * rows + i] = x[i * columns + j];
    }
  }
}
