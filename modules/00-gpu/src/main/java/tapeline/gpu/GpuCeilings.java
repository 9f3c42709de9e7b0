package tapeline.gpu;

/// What a card can do at best, measured: kernels are judged as shares of these.
public final class GpuCeilings {
  private GpuCeilings() {}

  /// Bytes per second of a copy from the card's memory to its memory, each byte counted twice: once
  /// read, once written. No kernel that goes through memory is faster.
  ///
  /// @param floats copied at once: far more than the card's cache holds, say 64 million
  public static double copyBytesPerSecond(Gpu gpu, int floats) {
    try (var from = gpu.floats("from", floats);
        var to = gpu.floats("to", floats)) {
      var time = GpuTiming.measureRight(gpu, 3, 20, () -> to.copyFrom(from, gpu.stream()));
      return 2 * 4.0 * floats / (time.median() / 1e3);
    }
  }

  /// Floating-point operations per second of a product of (n,n) matrices, `2n³` of them.
  ///
  /// @param multiply starts the product
  public static double matmulFlopsPerSecond(Gpu gpu, int n, Runnable multiply) {
    var time = GpuTiming.measureRight(gpu, 3, 10, multiply);
    return 2.0 * n * n * n / (time.median() / 1e3);
  }
}
