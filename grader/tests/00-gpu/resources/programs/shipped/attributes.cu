// Asks for every attribute that CUDA 12 has a number for, and for one that it has not.
int main() {
  int asked = 0, major = 0, threads = 0, grid = 0, registers = 0, mode = -1, x;
  const int none[] = {44, 92, 93, 94, 96, 102, 103, 104, 105, 107, 110};
  for (int i = 1; i <= 121; i++) {
    bool has = true;
    for (int n : none) has &= i != n;
    if (has && cudaDeviceGetAttribute(&x, (cudaDeviceAttr)i, 0) == cudaSuccess) asked++;
  }
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  cudaDeviceGetAttribute(&grid, cudaDevAttrMaxGridDimX, 0);
  cudaDeviceGetAttribute(&registers, cudaDevAttrMaxRegistersPerBlock, 0);
  cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("%d asked, %d.%d with %d threads, %d %d %d, pitch %zu, L2 %s\n", asked, major, p.minor, threads, grid, registers, mode, p.memPitch, p.l2CacheSize > 0 ? "there" : "absent");
#ifdef UNKNOWN
  for (int i = 0; i < 2; i++) cudaDeviceGetAttribute(&x, (cudaDeviceAttr)5000, 0);
#endif
}
