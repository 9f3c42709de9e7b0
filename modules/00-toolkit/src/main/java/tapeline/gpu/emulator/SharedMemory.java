package tapeline.gpu.emulator;

/// Checks of addresses in a block's shared memory, which begins at 0.
final class SharedMemory {
  private SharedMemory() {}

  /// Where a shared address lies in the block's shared memory, once it is known to be good.
  static int index(byte[] shared, long address, int size, int where) {
    if (address >= 0 && address <= shared.length - size && (address & size - 1) == 0) {
      return (int) address;
    }
    throw trap(shared, address, size, where);
  }

  /// The same for an address in a 32-bit register. Rotated to the right, a misaligned or negative
  /// address becomes a huge one: one comparison finds all that can be wrong.
  static int index(byte[] shared, int address, int size, int where) {
    int element = Integer.numberOfTrailingZeros(size);
    if (Integer.compareUnsigned(Integer.rotateRight(address, element), shared.length >>> element)
        < 0) {
      return address;
    }
    throw trap(shared, address & 0xffffffffL, size, where);
  }

  private static Trap trap(byte[] shared, long address, int size, int where) {
    if (address >= 0 && address <= shared.length - size) {
      return new Trap(
          FaultKind.MISALIGNED,
          where,
          "a %d-byte access at byte %d of shared memory must be at a multiple of %d"
              .formatted(size, address, size));
    }
    return new Trap(
        FaultKind.SHARED_OUT_OF_BOUNDS,
        where,
        address % size == 0
            ? "element %d of %d-byte elements; the block has %d bytes, %d elements, of shared memory"
                .formatted(address / size, size, shared.length, shared.length / size)
            : "byte %d; the block has %d bytes of shared memory".formatted(address, shared.length));
  }
}
