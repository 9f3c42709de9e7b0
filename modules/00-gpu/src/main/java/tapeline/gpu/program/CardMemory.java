package tapeline.gpu.program;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.GpuException;

/// A card's memory: one piece of it, so that a pointer of the device is known by its address.
/// Pinned memory lies in it too.
final class CardMemory implements DeviceMemory {
  /// The size of the piece, which is also that of the emulator's memory.
  static final long BYTES = 1L << 30;

  private static final int PAGE = 4096;

  private final GpuDevice device;
  private final long base;
  private final long bytes;
  private final TreeMap<Long, Long> gaps = new TreeMap<>(); // their lengths, by where they begin
  private final Map<Long, Long> inUse = new HashMap<>();
  private final TreeMap<Long, Long> shared = new TreeMap<>(); // of pieces that the host has too
  private final TreeSet<Long> lent = new TreeSet<>(); // those that the host has not got back
  private LongConsumer host = _ -> {};
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
  public long addresses() {
    return bytes;
  }

  @Override
  public long freeBytes() {
    return left;
  }

  /// The first gap that is long enough. All pieces are of whole pages.
  @Override
  public long allocate(String name, long wanted) {
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

  @Override
  public long allocateShared(String name, long wanted, boolean pinned) {
    long at = allocate(name, wanted);
    fill(at, wanted, (byte) 0);
    shared.put(at, wanted);
    return at;
  }

  @Override
  public void shareWith(LongConsumer newHost) {
    host = newHost;
  }

  @Override
  public void receive(long address, byte[] values) {
    device.copyIn(address, MemorySegment.ofArray(values));
  }

  /// Gets the values of all shared pieces, as a card does not say which it accesses.
  @Override
  public void beforeWork() {
    shared.keySet().forEach(this::lend);
  }

  @Override
  public void beforeCopy(long address) {
    var piece = shared.floorEntry(address);
    if (piece != null && address < piece.getKey() + piece.getValue()) {
      lend(piece.getKey());
    }
  }

  private void lend(long piece) {
    host.accept(piece);
    lent.add(piece);
  }

  @Override
  public Optional<Map.Entry<Long, byte[]>> giveBackShared() {
    if (lent.isEmpty()) {
      return Optional.empty();
    }
    long piece = lent.first();
    var values = read(piece, Objects.requireNonNull(shared.get(piece)));
    lent.remove(piece);
    return Optional.of(Map.entry(piece, values));
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
    shared.remove(address);
    lent.remove(address);
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
