package tapeline.gpu;

/// The limits of a device, and the numbers from which its peak speeds follow.
///
/// @param capability compute capability, 10 × major + minor: 75 is Turing, 90 Hopper
/// @param maxThreads threads of a block
/// @param maxBlock threads of a block along x, y, z
/// @param maxGrid blocks of a grid along x, y, z
/// @param sharedBytes shared memory of a block without asking for more
/// @param sharedBytesOptIn shared memory of a block at most
/// @param warp threads that are scheduled together
/// @param multiprocessors cores in the sense of a CPU
/// @param threadsPerMultiprocessor resident threads of one multiprocessor
/// @param memoryBytes global memory
/// @param l2Bytes the cache before it
/// @param clockKhz the multiprocessors' clock, 0 where unknown
/// @param memoryKhz the memory's clock, 0 where unknown
/// @param busBits the memory bus, 0 where unknown
public record GpuLimits(
    int capability,
    int maxThreads,
    Dim3 maxBlock,
    Dim3 maxGrid,
    int sharedBytes,
    int sharedBytesOptIn,
    int warp,
    int multiprocessors,
    int threadsPerMultiprocessor,
    long memoryBytes,
    int l2Bytes,
    int clockKhz,
    int memoryKhz,
    int busBits) {

  /// The least limits of any card since 2018 (compute capability 7.5, one multiprocessor).
  public static GpuLimits turing(long memoryBytes) {
    return new GpuLimits(
        75,
        1024,
        new Dim3(1024, 1024, 64),
        new Dim3(Integer.MAX_VALUE, 65535, 65535),
        48 << 10,
        64 << 10,
        32,
        1,
        1024,
        memoryBytes,
        0,
        0,
        0,
        0);
  }

  /// Bytes per second between the memory and the chip at most: two transfers a clock.
  ///
  /// @return 0 where the card does not say its memory's clock
  public double peakBytesPerSecond() {
    return 2.0 * memoryKhz * 1e3 * busBits / 8;
  }
}
