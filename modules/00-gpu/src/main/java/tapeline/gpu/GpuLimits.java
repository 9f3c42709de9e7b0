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

  /// The bytes in which global memory is read and written.
  public static final int SECTOR_BYTES = 32;

  private static final int FEW = 4; // multiprocessors of the smallest card

  /// The least limits of any card of this compute capability, with four multiprocessors, which each
  /// of them has; 75 has the least of all since 2018.
  ///
  /// @throws IllegalArgumentException when it is no card's
  public static GpuLimits least(int capability, long memoryBytes) {
    return switch (capability) {
      case 75 -> of(75, 64, FEW, 1024, 1, memoryBytes, 0, 0, 0);
      case 70, 72 -> of(capability, 96, FEW, 2048, 1, memoryBytes, 0, 0, 0);
      case 80, 87 ->
          of(capability, 163, FEW, capability == 80 ? 2048 : 1536, 1, memoryBytes, 0, 0, 0);
      case 86, 89, 120, 121 -> of(capability, 99, FEW, 1536, 1, memoryBytes, 0, 0, 0);
      case 90, 100, 103 -> of(capability, 227, FEW, 2048, 1, memoryBytes, 0, 0, 0);
      default ->
          throw new IllegalArgumentException(
              "-arch is that of a card since 2018, as sm_75, sm_80 or sm_90, got sm_" + capability);
    };
  }

  /// The limits of a card, with so much memory: those of NVIDIA's *CUDA C++ programming guide*, by
  /// compute capability, and of the card's data sheet.
  ///
  /// @param name `t4`, `a100`, `rtx4090` or `h100`
  /// @throws IllegalArgumentException when it is another
  public static GpuLimits of(String name, long memoryBytes) {
    return switch (name) {
      case "t4" -> of(75, 64, 40, 1024, 4, memoryBytes, 1590000, 5001000, 256);
      case "a100" -> of(80, 163, 108, 2048, 40, memoryBytes, 1410000, 1215000, 5120);
      case "rtx4090" -> of(89, 99, 128, 1536, 72, memoryBytes, 2520000, 10501000, 384);
      case "h100" -> of(90, 227, 132, 2048, 50, memoryBytes, 1980000, 2619000, 5120);
      default ->
          throw new IllegalArgumentException(
              "the limits of t4, a100, rtx4090 and h100 are known, got " + name);
    };
  }

  private static GpuLimits of(
      int capability,
      int sharedKib,
      int multiprocessors,
      int threadsPerMultiprocessor,
      int l2Mib,
      long memoryBytes,
      int clockKhz,
      int memoryKhz,
      int busBits) {
    return new GpuLimits(
        capability,
        1024,
        new Dim3(1024, 1024, 64),
        new Dim3(Integer.MAX_VALUE, 65535, 65535),
        48 << 10,
        sharedKib << 10,
        32,
        multiprocessors,
        threadsPerMultiprocessor,
        memoryBytes,
        l2Mib << 20,
        clockKhz,
        memoryKhz,
        busBits);
  }

  /// Bytes per second between the memory and the chip at most: two transfers a clock.
  ///
  /// @return 0 where the card does not say its memory's clock
  public double peakBytesPerSecond() {
    return 2.0 * memoryKhz * 1e3 * busBits / 8;
  }
}
