package tapeline.gpu.emulator.memory;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The pieces of global memory in use: what kernels have accessed of them, and versions of what
/// they hold.
///
/// A shared piece is one that the host has too. A piece whose accesses are noted has no limits
/// before, so that a kernel's first access to it fails, and is tried again once that is noted. So
/// it is with shared pieces, whose values are then got from the host, and, where launches are
/// followed, with all others. A very large one stays open then, and counts as accessed by all later
/// launches.
final class AccessedPieces {
  /// An access by kernels: to a shared piece, since the host held it; to another one, since the
  /// launch began.
  private enum Access {
    NONE,
    READ,
    WRITTEN
  }

  /// The granules of a larger piece would take as long to close and open again as a small launch.
  private static final int MOST_FOLLOWED = 64 << 20;

  private static final class Piece {
    final long address;
    final int granules;
    final int limit;
    final boolean shared;
    final boolean constant;
    final long firstVersion;
    Access access = Access.NONE;
    long version;

    Piece(long address, int granules, int limit, boolean shared, boolean constant, long version) {
      this.address = address;
      this.granules = granules;
      this.limit = limit;
      this.shared = shared;
      this.constant = constant;
      this.version = version;
      firstVersion = version;
    }

    /// Returns whether it stays open from one launch to the next.
    boolean staysOpen(long base) {
      return limit - (address - base) > MOST_FOLLOWED;
    }
  }

  private final TreeMap<Long, Piece> pieces = new TreeMap<>(); // by address
  private final TreeMap<Long, Piece> shared = new TreeMap<>(); // those of them
  private final Set<Piece> opened = new LinkedHashSet<>(); // by the launch; no shared ones
  private final long base;
  private final Granules granules;
  private LongConsumer host = _ -> {};
  private boolean follows;
  private long versions;

  /// @param base the address of byte 0 of the memory
  AccessedPieces(long base, Granules granules) {
    this.base = base;
    this.granules = granules;
  }

  /// Adds a piece; a shared one is held by the host.
  ///
  /// @param end the end of its last granule, as an index
  /// @param limit the end of its bytes, as an index
  /// @param constant whether kernels may only read it
  void add(long address, int end, int limit, boolean isShared, boolean constant) {
    var piece = new Piece(address, end, limit, isShared, constant, ++versions);
    pieces.put(address, piece);
    if (isShared) {
      shared.put(address, piece);
    }
    close(piece);
  }

  void remove(long address) {
    var piece = pieces.remove(address);
    if (piece != null) {
      limit(piece, 0, false);
      shared.remove(address);
      opened.remove(piece);
    }
  }

  /// Returns the end of the bytes of the piece whose granules hold an address, as an index; 0 where
  /// there is none.
  int limit(long address) {
    var piece = at(address);
    return piece == null ? 0 : piece.limit;
  }

  private @Nullable Piece at(long address) {
    var before = pieces.floorEntry(address);
    return before == null || address - base >= before.getValue().granules
        ? null
        : before.getValue();
  }

  /// Calls `newHost` with the address of a shared piece when its values are needed.
  void with(LongConsumer newHost) {
    host = newHost;
  }

  /// Returns whether a kernel has accessed a shared piece since the host had them all.
  boolean isLent() {
    return shared.values().stream().anyMatch(piece -> piece.access != Access.NONE);
  }

  /// Fetches all shared pieces, as if a kernel had read them.
  void fetchAll() {
    shared.values().forEach(piece -> fetch(piece.address, false));
  }

  /// Fetches a piece for a copy, if it is a shared one.
  synchronized void fetch(long address, boolean writes) {
    var piece = at(address);
    if (piece != null && piece.shared) {
      open(piece, writes);
    }
  }

  /// Gives shared pieces back, up to the first that kernels have written, and returns the address
  /// of that and its values.
  Optional<Map.Entry<Long, byte[]>> giveBack(byte[] bytes) {
    for (var piece : shared.values()) {
      boolean written = piece.access == Access.WRITTEN;
      byte[] values = // before anything changes, as memory may be short
          written
              ? Arrays.copyOfRange(bytes, (int) (piece.address - base), piece.limit)
              : new byte[0];
      if (piece.access != Access.NONE) {
        piece.access = Access.NONE;
        close(piece);
      }
      if (written) {
        return Optional.of(Map.entry(piece.address, values));
      }
    }
    return Optional.empty();
  }

  /// Notes a kernel's access that has failed, and returns whether it is to be tried again.
  synchronized boolean isOpened(long address, boolean writes) {
    var piece = at(address);
    if (piece == null || (!piece.shared && !follows) || (piece.constant && writes)) {
      return false;
    }
    open(piece, writes);
    return true;
  }

  private void open(Piece piece, boolean writes) {
    var before = piece.access;
    if (before == Access.NONE && piece.shared) {
      host.accept(piece.address);
    }
    if (before == Access.NONE || (writes && before == Access.READ)) {
      piece.access = writes ? Access.WRITTEN : Access.READ;
      VarHandle.storeStoreFence(); // on x86 another worker that finds the limits finds the values
      limit(piece, piece.limit, writes);
      if (before == Access.NONE && !piece.shared) {
        opened.add(piece);
      }
    }
  }

  /// Sets the limits that a piece has before an access.
  private void close(Piece piece) {
    boolean isNoted = piece.shared || follows;
    limit(piece, isNoted ? 0 : piece.limit, !piece.constant);
  }

  private void limit(Piece piece, int limit, boolean isWritable) {
    granules.limit((int) (piece.address - base), piece.granules, limit, isWritable);
  }

  /// Follows from here on which pieces launches access.
  void follow() {
    follows = true;
    pieces.values().stream().filter(piece -> !piece.shared).forEach(this::close);
  }

  /// Forgets what an earlier launch has accessed, but for pieces that stay open.
  void startLaunch() {
    opened.removeIf(piece -> {
      if (piece.staysOpen(base)) {
        return false;
      }
      piece.access = Access.NONE;
      close(piece);
      return true;
    });
  }

  /// Gives pieces that the launch has written, or that stay open and so may be written, new
  /// versions, and returns the versions that it found of all pieces that it has accessed.
  Map<Long, Long> endLaunch() {
    var found = new HashMap<Long, Long>();
    for (var piece : opened) {
      found.put(piece.address, piece.version);
      if (piece.access == Access.WRITTEN) {
        piece.version = ++versions;
      }
    }
    return found;
  }

  /// Returns the addresses of the pieces that the last launch has written.
  List<Long> written() {
    return opened.stream()
        .filter(piece -> piece.access == Access.WRITTEN)
        .map(piece -> piece.address)
        .toList();
  }

  /// Returns the version of what a piece holds: no two contents have the same; 0 where no piece in
  /// use begins.
  long version(long address) {
    var piece = pieces.get(address);
    return piece == null ? 0 : piece.version;
  }

  /// Gives a piece the version of what it holds again.
  void setVersion(long address, long version) {
    Objects.requireNonNull(pieces.get(address)).version = version;
  }

  /// Notes that the host has changed some bytes.
  void changed(long address) {
    var piece = at(address);
    if (piece != null) {
      piece.version = ++versions;
    }
  }

  /// Notes that so many bytes have this value: where they are a whole piece, its version says so,
  /// whenever that happens.
  void filled(long address, long size, byte value) {
    changed(address);
    var piece = pieces.get(address);
    if (piece != null && size == piece.limit - (address - base)) {
      piece.version = -256 * piece.firstVersion - Byte.toUnsignedInt(value);
    }
  }
}
