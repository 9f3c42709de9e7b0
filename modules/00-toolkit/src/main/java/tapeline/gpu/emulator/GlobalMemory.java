package tapeline.gpu.emulator;

import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The device's global memory: allocations with a gap after each, every access checked.
///
/// Addresses look like those of a real GPU, so that a host pointer or an index is never mistaken
/// for one.
public final class GlobalMemory {
  public static final long BASE = 0x7f00_0000_0000L;

  /// Allocations start at multiples of this, as CUDA's do.
  private static final int GRANULE = 256;

  /// A piece of global memory that somebody asked for.
  public record Allocation(String name, long address, long bytes, boolean freed) {}

  private final long capacity;
  private final TreeMap<Long, Allocation> allocations = new TreeMap<>();
  private byte[] bytes = new byte[1 << 16];
  private int top = GRANULE;

  /// By granule: the first byte after the allocation that the granule belongs to, 0 where there is
  /// none.
  private int[] limits = new int[bytes.length / GRANULE];

  private final BitSet written = new BitSet();

  public GlobalMemory(long capacity) {
    this.capacity = Math.min(capacity, Integer.MAX_VALUE - 4 * GRANULE);
  }

  public long allocate(String name, long size) {
    int gap = GRANULE; // nothing lies in it, so a step past the end is noticed
    long end = top + Math.max(size, 1) + gap;
    if (size < 0 || end > capacity) {
      throw new IllegalStateException(
          "out of device memory: %s needs %,d bytes, %,d of %,d are in use"
              .formatted(name, size, top, capacity));
    }
    int roundedEnd = (int) ((end + GRANULE - 1) / GRANULE * GRANULE);
    if (roundedEnd > bytes.length) {
      int grown = (int) Math.min(Math.max(roundedEnd, 2L * bytes.length), capacity + 2L * GRANULE);
      grown = (Math.max(grown, roundedEnd) + GRANULE - 1) / GRANULE * GRANULE;
      bytes = Arrays.copyOf(bytes, grown);
      limits = Arrays.copyOf(limits, grown / GRANULE);
    }
    long address = BASE + top;
    Arrays.fill(
        limits, top / GRANULE, (int) ((top + size + GRANULE - 1) / GRANULE), (int) (top + size));
    written.clear(top, roundedEnd);
    allocations.put(address, new Allocation(name, address, size, false));
    top = roundedEnd;
    return address;
  }

  public void free(long address) {
    var allocation = allocations.get(address);
    if (allocation == null || allocation.freed()) {
      throw new IllegalArgumentException(
          "0x%x is not the start of an allocation in use".formatted(address));
    }
    int from = (int) (address - BASE);
    Arrays.fill(
        limits, from / GRANULE, (int) ((from + allocation.bytes() + GRANULE - 1) / GRANULE), 0);
    allocations.put(address, new Allocation(allocation.name(), address, allocation.bytes(), true));
    if (allocations.lastKey() == address) { // the last one: its room can be used again
      allocations.remove(address);
      top = from;
    }
  }

  public void write(long address, byte[] source) {
    int at = hostIndex(address, source.length);
    System.arraycopy(source, 0, bytes, at, source.length);
    written.set(at, at + source.length);
  }

  public void read(long address, byte[] target) {
    System.arraycopy(bytes, hostIndex(address, target.length), target, 0, target.length);
  }

  private int hostIndex(long address, int size) {
    int at = size == 0 ? 0 : find(address);
    if (size > 0 && (at < 0 || at + (long) size > limits[at / GRANULE])) {
      throw new IllegalArgumentException(
          "copy of %,d bytes: %s".formatted(size, describe(address, size)));
    }
    return at;
  }

  private int find(long address) {
    long offset = address - BASE;
    return offset < 0 || offset >= bytes.length ? -1 : (int) offset;
  }

  /// Where `address` lies in [#bytes()], once it is known to be a whole, aligned `size`-byte piece
  /// of one allocation.
  public int index(long address, int size, int where) {
    long offset = address - BASE;
    int granule = (int) (offset >> 8);
    if (offset >> 8 == granule && granule >= 0 && granule < limits.length) {
      int at = (int) offset;
      if (at + size <= limits[granule] && (at & size - 1) == 0) {
        return at;
      }
    }
    throw trap(address, size, where);
  }

  private Trap trap(long address, int size, int where) {
    int at = find(address);
    if (at >= 0 && at + size <= limits[at / GRANULE]) {
      return new Trap(
          FaultKind.MISALIGNED,
          where,
          "a %d-byte access at %s must be at a multiple of %d"
              .formatted(size, describe(address, size), size));
    }
    var near = nearest(address);
    boolean freed =
        near != null && near.freed() && address >= near.address() && address < end(near);
    var kind =
        near == null
            ? FaultKind.NOT_DEVICE_MEMORY
            : freed ? FaultKind.USE_AFTER_FREE : FaultKind.OUT_OF_BOUNDS;
    return new Trap(kind, where, describe(address, size));
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
    long offset = address - allocation.address();
    return offset % size == 0
        ? "element %d of %s%s, which has %d elements of %d bytes"
            .formatted(
                offset / size,
                allocation.freed() ? "the freed " : "",
                allocation.name(),
                allocation.bytes() / size,
                size)
        : "byte %d of %s%s, which has %d bytes"
            .formatted(
                offset,
                allocation.freed() ? "the freed " : "",
                allocation.name(),
                allocation.bytes());
  }

  /// The allocation that an address was probably meant for.
  private @Nullable Allocation nearest(long address) {
    var before = allocations.floorEntry(address);
    var after = allocations.higherEntry(address);
    long past = before == null ? Long.MAX_VALUE : Math.max(0, address - end(before.getValue()));
    long ahead = after == null ? Long.MAX_VALUE : after.getKey() - address;
    var nearest = ahead < past ? after : before;
    return nearest == null || Math.min(past, ahead) > 1L << 33 ? null : nearest.getValue();
  }

  private static long end(Allocation allocation) {
    return allocation.address() + allocation.bytes();
  }

  public byte[] bytes() {
    return bytes;
  }

  public boolean isGlobal(long address) {
    return address >= BASE;
  }

  BitSet written() {
    return written;
  }

  /// After a launch that did not follow which bytes it wrote, all count as written.
  void assumeWritten() {
    written.set(0, top);
  }
}
