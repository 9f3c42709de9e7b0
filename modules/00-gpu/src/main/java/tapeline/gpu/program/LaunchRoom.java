package tapeline.gpu.program;

import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuLimits;

/// The limits of a device against which a launch is checked: its shared memory, and the number of
/// resident blocks for a cooperative launch.
record LaunchRoom(GpuLimits limits) {

  /// @param allowed bytes of dynamic shared memory, by `cudaFuncSetAttribute`
  /// @throws RefusedRequest when it has none
  void check(GpuKernel kernel, GpuLaunch launch, long allowed) {
    int declared = kernel.resources().sharedBytes();
    int bytes = launch.sharedBytes();
    if ((long) declared + bytes > limits.sharedBytesOptIn()) {
      throw new RefusedRequest(
          RuntimeError.INVALID_VALUE,
          "launch of %s: a block of this GPU has at most %d bytes of shared memory: got %d + %d"
              .formatted(kernel.name(), limits.sharedBytesOptIn(), declared, bytes));
    }
    long most = Math.max(allowed, limits.sharedBytes() - declared);
    if (bytes > most) {
      throw new RefusedRequest(
          RuntimeError.INVALID_VALUE,
          ("launch of %s: a block has at most %d bytes of dynamic shared memory here: got %d. Call"
                  + " cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %d)"
                  + " before")
              .formatted(kernel.name(), most, bytes, kernel.name(), bytes));
    }
    long threads = launch.block().volume();
    if (launch.cooperative() && threads > 0 && threads <= limits.maxThreads()) {
      long blocks =
          (long) limits.multiprocessors() * kernel.blocksPerMultiprocessor((int) threads, bytes);
      if (launch.grid().volume() > blocks) {
        throw new RefusedRequest(
            RuntimeError.TOO_MANY_BLOCKS,
            "launch of %s: a cooperative launch has at most %d blocks of it: got %d"
                .formatted(kernel.name(), blocks, launch.grid().volume()));
      }
    }
  }
}
