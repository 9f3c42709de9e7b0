package tapeline.gpu.emulator.memory;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.AllocationTable.Allocation;

/// The device's global memory: allocations with a gap after each, every access checked.
///
/// No process has memory of its own at its addresses, so that a host pointer or an index is never
/// mistaken for one.
/*
 * A freed piece waits in quarantine before its place is used again, so that a kernel that still
 * reads it is found out. The quarantine holds 16 MiB, and nothing at all once memory is short.
 */
public final class GlobalMemory {
  public static final long BASE = 0x0700_0000_0000L;

  /// Allocations start at multiples of this, as CUDA's do.
  private static final int GRANULE = Granules.SIZE;

  /// The largest page of any system.
  private static final int PAGE = 1 << 16;

  private static final long QUARANTINE = 16 << 20;

  /// The addresses that there are: those of the device's own memory, and of pinned memory.
  public static final int ADDRESSES = Integer.MAX_VALUE / PAGE * PAGE;

  private final long capacity;
  private final AllocationTable allocations = new AllocationTable();
  private final FreeList holes = new FreeList();
  private final Deque<Allocation> quarantine = new ArrayDeque<>();
  private long quarantined;
  private long used;
  private byte[] bytes = new byte[1 << 16];
  private int top = GRANULE;

  private final Granules granules = new Granules(bytes.length);
  private final AccessedPieces pieces = new AccessedPieces(BASE, granules);
  private final WrittenBytes written = new WrittenBytes();
  private boolean allWritten;

  public GlobalMemory(long capacity) {
    this.capacity = Math.min(capacity, ADDRESSES);
  }

  /// Returns the address of so many new bytes.
  ///
  /// @throws IllegalStateException if the capacity is too small for them
  public long allocate(String name, long size) {
    return allocate(name, size, false);
  }

  /// Returns the address of so many new bytes that the host has too, all 0, at the start of a page
  /// that no other allocation shares. A kernel gets their values when it first accesses them.
  ///
  /// @param pinned whether they lie in the host's memory, and so take nothing of the capacity
  public long allocateShared(String name, long size, boolean pinned) {
    long counted = pinned ? 0 : size;
    check(name, size, counted);
    long extent = toPage(Math.max(size, 1) + GRANULE);
    int needed = (int) Math.min(extent + PAGE, Integer.MAX_VALUE);
    int hole = holes.take(needed);
    if (hole < 0 && toPage(top) + extent > capacity) {
      emptyQuarantine(0);
      hole = holes.take(needed);
    }
    int from = (int) toPage(hole < 0 ? top : hole);
    if (hole < 0 && from + extent > ADDRESSES) {
      throw outOfAddresses(name, size);
    }
    int end = (int) (from + extent);
    giveBack(hole < 0 ? top : hole, from);
    if (hole < 0) {
      top = end;
      grow(top);
    } else {
      giveBack(end, hole + needed);
    }
    enter(new Allocation(name, BASE + from, size, (int) extent, counted, false, false), true);
    int limit = (int) (from + size);
    Arrays.fill(bytes, from, limit, (byte) 0);
    written.addAll(from, limit);
    return BASE + from;
  }

  /// Calls `newHost` with the address of a shared piece when the device needs its values, which are
  /// to be given to [#receive].
  public void shareWith(LongConsumer newHost) {
    pieces.with(newHost);
  }

  /// Takes values of the host's, while it was called for them.
  public void receive(long address, byte[] values) {
    System.arraycopy(values, 0, bytes, (int) (address - BASE), values.length);
  }

  /// Gets all shared pieces, as if a kernel had read them. Workers that began later find the values
  /// on every processor.
  public void fetchShared() {
    pieces.fetchAll();
  }

  /// Returns whether a kernel has accessed a shared piece since the host had them all.
  public boolean isLent() {
    return pieces.isLent();
  }

  /// Gives the host shared pieces back, up to the first that kernels have written, and returns the
  /// address and the values of that, or nothing once the host has them all.
  public Optional<Map.Entry<Long, byte[]>> giveBackShared() {
    return pieces.giveBack(bytes);
  }

  private void giveBack(int from, int to) {
    if (from < to) {
      holes.give(from, to);
    }
  }

  private static long toPage(long at) {
    return (at + PAGE - 1) / PAGE * PAGE;
  }

  private void check(String name, long size, long counted) {
    if (size < 0 || counted > capacity - used) {
      throw outOfMemory(name, size);
    }
    if (size > ADDRESSES) {
      throw outOfAddresses(name, size);
    }
  }

  /// Allocates bytes, as yet unset, under a name.
  ///
  /// @param constant whether kernels may only read them
  public long allocate(String name, long size, boolean constant) {
    check(name, size, size);
    int extent = Granules.roundUp(Math.max(size, 1) + GRANULE);
    int from = holes.take(extent);
    if (from < 0 && top + (long) extent > capacity) {
      emptyQuarantine(0);
      from = holes.take(extent);
    }
    if (from < 0) {
      if (top + (long) extent > ADDRESSES) {
        throw outOfAddresses(name, size);
      }
      from = top;
      top += extent;
      grow(top);
    }
    enter(new Allocation(name, BASE + from, size, extent, size, constant, false), false);
    return BASE + from;
  }

  private void enter(Allocation piece, boolean shared) {
    int limit = (int) (piece.from() + piece.bytes());
    pieces.add(piece.address(), piece.granules(), limit, shared, piece.constant());
    written.removeAll(piece.from(), piece.end());
    allWritten = false;
    allocations.put(piece);
    used += piece.counted();
  }

  private IllegalStateException outOfMemory(String name, long size) {
    return new IllegalStateException(
        "out of device memory: %s needs %,d bytes, %,d of %,d are in use"
            .formatted(name, new BigInteger(Long.toUnsignedString(size)), used, capacity));
  }

  private IllegalStateException outOfAddresses(String name, long size) {
    return new IllegalStateException(
        "out of addresses: %s needs %,d bytes, and of %,d addresses, which pinned memory takes too, %,d are not free"
            .formatted(name, size, ADDRESSES, top));
  }

  private void grow(int size) {
    if (size > bytes.length) {
      long device = capacity + 4 * GRANULE;
      long wanted = size <= device ? Math.min(2L * bytes.length, device) : size + size / 4L;
      int grown = Granules.roundUp(Math.max(size, Math.min(wanted, ADDRESSES)));
      bytes = Arrays.copyOf(bytes, grown);
      granules.grow(grown);
    }
  }

  public void free(long address) {
    var allocation = allocations.inUse(address);
    pieces.remove(address);
    var freed = allocation.asFreed();
    allocations.put(freed);
    used -= allocation.counted();
    quarantine.add(freed);
    quarantined += freed.extent();
    emptyQuarantine(QUARANTINE);
  }

  /// Lets the oldest go until no more than so many bytes are left.
  private void emptyQuarantine(long left) {
    while (quarantined > left) {
      var oldest = quarantine.remove();
      quarantined -= oldest.extent();
      allocations.remove(oldest);
      holes.give(oldest.from(), oldest.end());
    }
    top = holes.trim(top);
  }

  /// The bytes that were asked for and not given back.
  public long used() {
    return used;
  }

  public void write(long address, byte[] source) {
    int at = hostIndex(address, source.length, true);
    int end = at + source.length;
    if (!Arrays.equals(bytes, at, end, source, 0, source.length)) {
      System.arraycopy(source, 0, bytes, at, source.length);
      pieces.changed(address);
    }
    written.addAll(at, end);
  }

  /// A copy of so many bytes.
  public byte[] read(long address, long size) {
    int at = hostIndex(address, size, false);
    return Arrays.copyOfRange(bytes, at, (int) (at + size));
  }

  /// Makes each of so many bytes this one.
  public void fill(long address, long size, byte value) {
    int at = hostIndex(address, size, true);
    int end = (int) (at + size);
    Arrays.fill(bytes, at, end, value);
    pieces.filled(address, size, value);
    written.addAll(at, end);
  }

  private int hostIndex(long address, long size, boolean writes) {
    int at = size == 0 ? 0 : offset(address);
    if (at > 0) {
      pieces.fetch(address, writes);
    }
    if (size < 0 || (size > 0 && (at < 0 || size > pieces.limit(address) - at))) {
      throw new IllegalArgumentException(
          "copy of %,d bytes at %s".formatted(size, describe(address, 1)));
    }
    return at;
  }

  private int offset(long address) {
    long offset = address - BASE;
    return offset < 0 || offset >= bytes.length ? -1 : (int) offset;
  }

  /// Returns the index of `address` in [#bytes()] if it is an aligned piece of `size` bytes inside
  /// one allocation, otherwise −1.
  public int find(long address, int size) {
    int at = granules.find(address - BASE, size);
    return at < 0 && pieces.isOpened(address, false) ? granules.find(address - BASE, size) : at;
  }

  /// Returns the index for a write, or −1. A `__constant__` variable cannot be written.
  public int findToWrite(long address, int size) {
    int at = granules.findToWrite(address - BASE, size);
    return at < 0 && pieces.isOpened(address, true)
        ? granules.findToWrite(address - BASE, size)
        : at;
  }

  /// Returns the index of `address` in [#bytes()]; an invalid address is a fault.
  ///
  /// @param writes whether something is written there
  public int index(long address, int size, int where, boolean writes) {
    int at = writes ? findToWrite(address, size) : find(address, size);
    if (at < 0) {
      throw find(address, size) < 0
          ? trap(address, size, where)
          : new Trap(FaultKind.READ_ONLY, where, describe(address, size));
    }
    return at;
  }

  private Trap trap(long address, int size, int where) {
    int at = offset(address);
    if (at >= 0 && at + size <= pieces.limit(address)) {
      return new Trap(
          FaultKind.MISALIGNED,
          where,
          "the %d-byte access must be at a multiple of %d, got %s"
              .formatted(size, size, describe(address, size)));
    }
    var near = allocations.nearest(address);
    boolean inside =
        near != null && address < near.address() + near.bytes() && address >= near.address();
    var kind =
        near == null
            ? FaultKind.NOT_DEVICE_MEMORY
            : near.freed() && inside ? FaultKind.USE_AFTER_FREE : FaultKind.OUT_OF_BOUNDS;
    return new Trap(kind, where, describe(address, size));
  }

  /// Says where an address is in words: `element 1000 of x, which has 1000 elements of 4 bytes`.
  public String describe(long address, int size) {
    return allocations.describe(address, size);
  }

  /// Returns the element of `size` bytes at an address as C has it: `sum[3]`.
  public String element(long address, int size) {
    return allocations.element(address, size);
  }

  /// Returns the byte at an address in words: `byte 12 of sum`.
  public String place(long address) {
    return allocations.place(address);
  }

  /// Returns the pieces that kernels access.
  AccessedPieces pieces() {
    return pieces;
  }

  public byte[] bytes() {
    return bytes;
  }

  /// A copy of all that has been allocated.
  public byte[] copy() {
    return Arrays.copyOf(bytes, top);
  }

  /// Makes the bytes what they were when that copy was made.
  public void restore(byte[] copy) {
    System.arraycopy(copy, 0, bytes, 0, copy.length);
  }

  /// The first of these bytes that nothing has written.
  public OptionalLong firstUnwritten(ByteRanges bytes) {
    return bytes.firstMissing(written, BASE);
  }

  public WrittenBytes written() {
    return written;
  }

  /// After a launch that did not follow which bytes it wrote, all count as written.
  public void assumeWritten() {
    if (!allWritten) {
      written.addAll(0, top);
      allWritten = true;
    }
  }
}
