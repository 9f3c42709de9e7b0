package tapeline.gpu.emulator.memory;

import java.util.Arrays;

/// The end of the allocation that each granule of 256 bytes belongs to. It decides in a few
/// instructions whether an access is valid.
final class Granules {
  static final int SIZE = 256;

  /// The first byte after the allocation of a granule, 0 where there is none.
  private int[] limits;

  /// The limits without those of allocations that kernels may only read.
  private int[] writable;

  Granules(int bytes) {
    limits = new int[bytes / SIZE];
    writable = new int[bytes / SIZE];
  }

  /// Returns the end of the granule before which so many bytes end.
  static int roundUp(long size) {
    return (int) ((size + SIZE - 1) / SIZE * SIZE);
  }

  void grow(int bytes) {
    limits = Arrays.copyOf(limits, bytes / SIZE);
    writable = Arrays.copyOf(writable, bytes / SIZE);
  }

  /// Sets the limit of all granules between two places.
  void limit(int from, int to, int limit, boolean isWritable) {
    Arrays.fill(limits, from / SIZE, to / SIZE, limit);
    Arrays.fill(writable, from / SIZE, to / SIZE, isWritable ? limit : 0);
  }

  int limit(int at) {
    return limits[at / SIZE];
  }

  /// The offset as an index, if it begins a whole, aligned `size`-byte piece of one allocation;
  /// otherwise −1.
  int find(long offset, int size) {
    return find(limits, offset, size);
  }

  int findToWrite(long offset, int size) {
    return find(writable, offset, size);
  }

  /// A misaligned offset is turned into a large number, as a negative one is.
  private static int find(int[] ends, long offset, int size) {
    int shift = Integer.numberOfTrailingZeros(size);
    int granule = (int) (offset >>> 8);
    return Integer.compareUnsigned(granule, ends.length) < 0
            && Long.compareUnsigned(Long.rotateRight(offset, shift), ends[granule] >> shift) < 0
        ? (int) offset
        : -1;
  }
}
