namespace { __global__ void fill(int *out) { *out = 42; } }
void work(int *out) { fill<<<1, 1>>>(out); }
