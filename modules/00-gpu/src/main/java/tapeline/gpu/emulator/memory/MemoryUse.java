package tapeline.gpu.emulator.memory;

import java.util.Optional;

/// The bytes that a piece of work uses: a launch, or a copy.
///
/// @param updated by atomics alone
public record MemoryUse(ByteRanges read, ByteRanges written, ByteRanges updated) {
  /// Returns the use of a copy, or of an operation that only reads or writes.
  public static MemoryUse of(ByteRanges read, ByteRanges written) {
    return new MemoryUse(read, written, ByteRanges.NONE);
  }

  /// A byte whose value depends on which of two came first.
  ///
  /// @param earlier how the one that was asked for first uses it: `reads`
  public record Clash(long address, String earlier, String later) {}

  private static final String READS = "reads";
  private static final String WRITES = "writes";
  private static final String UPDATES = "changes by atomics";

  /// A byte that both use, and one of them writes. Atomics of both do not mind each other.
  public Optional<Clash> clash(MemoryUse later) {
    return clash(written, WRITES, later.read, READS)
        .or(() -> clash(written, WRITES, later.written, WRITES))
        .or(() -> clash(written, WRITES, later.updated, UPDATES))
        .or(() -> clash(updated, UPDATES, later.read, READS))
        .or(() -> clash(updated, UPDATES, later.written, WRITES))
        .or(() -> clash(read, READS, later.written, WRITES))
        .or(() -> clash(read, READS, later.updated, UPDATES));
  }

  private static Optional<Clash> clash(
      ByteRanges mine, String earlier, ByteRanges theirs, String later) {
    var at = mine.firstCommon(theirs);
    return at.isPresent()
        ? Optional.of(new Clash(at.getAsLong(), earlier, later))
        : Optional.empty();
  }

  /// How many pieces of memory it names.
  public int pieces() {
    return read.pieces() + written.pieces() + updated.pieces();
  }

  /// Returns this use without these bytes.
  public MemoryUse without(ByteRanges bytes) {
    return new MemoryUse(read.without(bytes), written.without(bytes), updated.without(bytes));
  }
}
