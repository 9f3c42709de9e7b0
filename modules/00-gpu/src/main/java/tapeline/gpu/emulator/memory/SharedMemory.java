package tapeline.gpu.emulator.memory;

import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;

/// Checks of addresses in a block's shared memory, which begins at 0.
public final class SharedMemory {
  private SharedMemory() {}

  /// Returns the index of a shared address in the block's shared memory; an invalid address is a
  /// fault.
  public static int index(byte[] shared, long address, int size, int where) {
    if (address >= 0 && address <= shared.length - size && (address & size - 1) == 0) {
      return (int) address;
    }
    throw trap(shared, address, size, where);
  }

  /// A 64-bit address as an index: for one that can be none, an index that is out of bounds too.
  public static int narrow(long address) {
    return (int) address == address ? (int) address : Integer.MIN_VALUE;
  }

  private static Trap trap(byte[] shared, long address, int size, int where) {
    if (address >= 0 && address <= shared.length - size) {
      return new Trap(
          FaultKind.MISALIGNED,
          where,
          "the %d-byte access must be at a multiple of %d, got byte %d of shared memory"
              .formatted(size, size, address));
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
