package tapeline.gpu.emulator.memory;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The pieces of global memory that the host asked for, and the words for what lies at an address.
///
/// A freed piece stays here until its place is used again.
final class AllocationTable {
  /// A piece of global memory that the host asked for.
  ///
  /// @param extent of its place, with the gap behind it
  /// @param counted how many bytes of the capacity it takes
  record Allocation(
      String name,
      long address,
      long bytes,
      int extent,
      long counted,
      boolean constant,
      boolean freed) {
    int from() {
      return (int) (address - GlobalMemory.BASE);
    }

    /// Returns the end of the allocation's last granule.
    int granules() {
      return Granules.roundUp(from() + bytes);
    }

    /// Returns the end of the gap behind it, in which nothing lies: so a step past the end is
    /// noticed.
    int end() {
      return from() + extent;
    }

    Allocation asFreed() {
      return new Allocation(name, address, bytes, extent, 0, constant, true);
    }
  }

  private final TreeMap<Long, Allocation> allocations = new TreeMap<>();

  void put(Allocation allocation) {
    allocations.put(allocation.address, allocation);
  }

  void remove(Allocation allocation) {
    allocations.remove(allocation.address);
  }

  /// Returns the allocation in use that begins at an address.
  ///
  /// @throws IllegalArgumentException when there is none
  Allocation inUse(long address) {
    var allocation = allocations.get(address);
    if (allocation == null || allocation.freed) {
      throw new IllegalArgumentException(
          "0x%x is not the start of an allocation in use".formatted(address));
    }
    return allocation;
  }

  /// Says where an address is in words: `element 1000 of x, which has 1000 elements of 4 bytes`.
  String describe(long address, int size) {
    var allocation = nearest(address);
    if (allocation == null) {
      return "0x%x is not an address of device memory%s"
          .formatted(
              address,
              address == 0 ? " (a null pointer)" : "; was a host pointer passed, or an index?");
    }
    String name = (allocation.freed ? "the freed " : "") + allocation.name;
    long offset = address - allocation.address;
    return offset % size == 0
        ? "element %d of %s, which has %d elements of %d bytes"
            .formatted(offset / size, name, allocation.bytes / size, size)
        : "byte %d of %s, which has %d bytes".formatted(offset, name, allocation.bytes);
  }

  /// Returns the element of `size` bytes at an address as C has it: `sum[3]`.
  String element(long address, int size) {
    var allocation = nearest(address);
    return allocation == null
        ? "0x%x".formatted(address)
        : "%s[%d]".formatted(allocation.name, (address - allocation.address) / size);
  }

  /// Returns the byte at an address in words: `byte 12 of sum`.
  String place(long address) {
    var allocation = nearest(address);
    return allocation == null
        ? "0x%x".formatted(address)
        : "byte %d of %s".formatted(address - allocation.address, allocation.name);
  }

  /// Returns the allocation that an address was probably meant for.
  @Nullable Allocation nearest(long address) {
    var before = allocations.floorEntry(address);
    var after = allocations.higherEntry(address);
    long past =
        before == null
            ? Long.MAX_VALUE
            : Math.max(0, address - before.getKey() - before.getValue().bytes);
    long ahead = after == null ? Long.MAX_VALUE : after.getKey() - address;
    var nearest = ahead < past ? after : before;
    return nearest == null || Math.min(past, ahead) > 1L << 33 ? null : nearest.getValue();
  }
}
