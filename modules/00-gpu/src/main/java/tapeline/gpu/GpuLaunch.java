package tapeline.gpu;

/// How many threads a kernel runs with: a grid of blocks, a block of threads, and the bytes of
/// `extern __shared__` memory that each block gets.
///
/// ```java
/// kernel.launch(GpuLaunch.covering(n, 256), a, b, c, n);       // at least n threads
/// kernel.launch(GpuLaunch.of(rows, 128).shared(4 * 128), x, y); // a block for each row
/// ```
///
/// @param cooperative whether all blocks are there at one time, so that they may wait for each
///   other
public record GpuLaunch(Dim3 grid, Dim3 block, int sharedBytes, boolean cooperative) {
  public GpuLaunch(Dim3 grid, Dim3 block, int sharedBytes) {
    this(grid, block, sharedBytes, false);
  }

  public static GpuLaunch of(Dim3 grid, Dim3 block) {
    return new GpuLaunch(grid, block, 0);
  }

  public static GpuLaunch of(int blocks, int threads) {
    return of(Dim3.of(blocks), Dim3.of(threads));
  }

  /// The fewest blocks of so many threads that have a thread for each of `n` elements: `⌈n /
  /// threads⌉` blocks. The last block has threads to spare; the kernel sends them home by `if (i <
  /// n)`.
  public static GpuLaunch covering(int n, int threads) {
    return of(blocks(n, threads), threads);
  }

  /// A thread for each element of a matrix: x runs along the columns, y along the rows.
  public static GpuLaunch covering(int rows, int columns, Dim3 block) {
    return of(Dim3.of(blocks(columns, block.x()), blocks(rows, block.y())), block);
  }

  /// Returns this launch with so many bytes of `extern __shared__` memory for each block.
  public GpuLaunch shared(int bytes) {
    return new GpuLaunch(grid, block, bytes, cooperative);
  }

  /// Returns this launch with all blocks resident at once, for kernels with a barrier of the whole
  /// grid. The device refuses it when it lacks the capacity.
  public GpuLaunch asCooperative() {
    return new GpuLaunch(grid, block, sharedBytes, true);
  }

  private static int blocks(int n, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("a block has at least one thread: got " + threads);
    }
    return Math.ceilDiv(n, threads);
  }

  /// @throws IllegalArgumentException when no such launch can run on a device of these limits
  void check(String kernel, GpuLimits limits, KernelResources uses) {
    checkBlock(kernel, limits, uses);
    if (grid.x() < 1 || grid.y() < 1 || grid.z() < 1) {
      throw bad(
          kernel,
          "a grid has at least one block along x, y and z: got %s. For 0 elements, skip the launch"
              .formatted(grid));
    }
    var most = limits.maxGrid();
    if (grid.x() > most.x() || grid.y() > most.y() || grid.z() > most.z()) {
      throw bad(kernel, "a grid has at most %s blocks along x, y, z: got %s".formatted(most, grid));
    }
    if (uses.sharedBytes() > limits.sharedBytes()) {
      throw bad(
          kernel,
          "a kernel declares at most %d bytes of shared memory, and more as extern __shared__: got %d"
              .formatted(limits.sharedBytes(), uses.sharedBytes()));
    }
    long all = (long) uses.sharedBytes() + sharedBytes;
    if (sharedBytes < 0 || all > limits.sharedBytesOptIn()) {
      throw bad(
          kernel,
          ("a block of this GPU has at most %d bytes of shared memory: got %d declared in the"
                  + " kernel and %d asked for by the launch")
              .formatted(limits.sharedBytesOptIn(), uses.sharedBytes(), sharedBytes));
    }
  }

  private void checkBlock(String kernel, GpuLimits limits, KernelResources uses) {
    if (block.x() < 1 || block.y() < 1 || block.z() < 1) {
      throw bad(
          kernel, "a block has at least one thread along x, y and z: got %s".formatted(block));
    }
    if (block.volume() > limits.maxThreads()) {
      throw bad(
          kernel,
          "a block has at most %d threads: got %d·%d·%d = %d. Use more blocks of fewer threads"
              .formatted(limits.maxThreads(), block.x(), block.y(), block.z(), block.volume()));
    }
    var most = limits.maxBlock();
    if (block.x() > most.x() || block.y() > most.y() || block.z() > most.z()) {
      throw bad(
          kernel, "a block has at most %s threads along x, y, z: got %s".formatted(most, block));
    }
    if (block.volume() > uses.maxThreads()) {
      throw bad(
          kernel,
          ("this kernel runs with at most %d threads a block (its %d registers a thread, or its"
                  + " __launch_bounds__, allow no more): got %d")
              .formatted(uses.maxThreads(), uses.registers(), block.volume()));
    }
  }

  private static IllegalArgumentException bad(String kernel, String rule) {
    return new IllegalArgumentException("launch of " + kernel + ": " + rule);
  }

  @Override
  public String toString() {
    return "<<<" + grid + ", " + block + (sharedBytes == 0 ? "" : ", " + sharedBytes) + ">>>";
  }
}
