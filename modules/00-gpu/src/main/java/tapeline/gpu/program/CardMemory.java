package tapeline.gpu.program;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;

/// A card's memory: one piece of it, so that a pointer of the device is known by its address.
final class CardMemory implements DeviceMemory {
  /// The size of the piece, which is also that of the emulator's memory.
  static final long BYTES = 1L << 30;

  private static final int PAGE = 4096;

  private final GpuDevice device;
  private final long base;
  private final long bytes;
  private final TreeMap<Long, Long> gaps = new TreeMap<>(); // their lengths, by where they begin
  private final Map<Long, Long> inUse = new HashMap<>();
  private long left;

  /// @throws GpuException when the card has not as much
  CardMemory(GpuDevice device, long bytes) {
    this.device = device;
    this.bytes = bytes;
    long at = device.allocate("the program's memory", bytes + PAGE);
    base = (at + PAGE - 1) / PAGE * PAGE;
    gaps.put(base, bytes);
    left = bytes;
  }

  @Override
  public GpuDevice device() {
    return device;
  }

  @Override
  public long base() {
    return base;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long freeBytes() {
    return left;
  }

  /// The first gap that is long enough. All pieces are of whole pages.
  @Override
  public long allocate(String name, long wanted, boolean pages) {
    if (wanted < 0 || wanted > bytes) {
      throw tooMuch(name, wanted);
    }
    long length = Math.max(1, Math.ceilDiv(wanted, PAGE)) * PAGE;
    var gap =
        gaps.entrySet().stream()
            .filter(g -> g.getValue() >= length)
            .findFirst()
            .orElseThrow(() -> tooMuch(name, wanted));
    long at = gap.getKey();
    long rest = gap.getValue() - length;
    gaps.remove(at);
    if (rest > 0) {
      gaps.put(at + length, rest);
    }
    inUse.put(at, length);
    left -= length;
    return at;
  }

  private GpuException tooMuch(String name, long wanted) {
    return new GpuException(
        "allocating '" + name + "'",
        "out of memory",
        String.format(
            Locale.ROOT,
            "It needs %s bytes, of the program's %,d on the card %,d are free",
            Long.toUnsignedString(wanted),
            bytes,
            left));
  }

  @Override
  public void free(long address) {
    var length = inUse.remove(address);
    if (length == null) {
      throw new IllegalArgumentException("no memory in use begins at 0x%x".formatted(address));
    }
    left += length;
    long from = address;
    long to = address + length;
    var before = gaps.floorEntry(from);
    if (before != null && before.getKey() + before.getValue() == from) {
      from = before.getKey();
    }
    var behind = gaps.remove(to);
    gaps.put(from, to - from + (behind == null ? 0 : behind));
  }
}
