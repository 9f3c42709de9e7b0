package tapeline.gpu.emulator.memory;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/// The pieces of global memory that the host has too.
///
/// A piece that the host holds has no limits, so that a kernel's first access to it fails, and is
/// tried again once its values are there.
final class SharedPieces {
  /// The holder of the newest bytes of a piece: a kernel's first read, and its first write, change
  /// that.
  private enum Holder {
    HOST,
    BOTH,
    DEVICE
  }

  private static final class Piece {
    final long address;
    final int granules;
    final int limit;
    Holder holder = Holder.HOST;

    Piece(long address, int granules, int limit) {
      this.address = address;
      this.granules = granules;
      this.limit = limit;
    }
  }

  private final TreeMap<Long, Piece> pieces = new TreeMap<>(); // by address
  private final long base;
  private final Granules granules;
  private LongConsumer host = _ -> {};

  /// @param base the address of byte 0 of the memory
  SharedPieces(long base, Granules granules) {
    this.base = base;
    this.granules = granules;
  }

  /// Adds a piece, which the host holds.
  ///
  /// @param end the end of its last granule, as an index
  /// @param limit the end of its bytes, as an index
  void add(long address, int end, int limit) {
    var piece = new Piece(address, end, limit);
    pieces.put(address, piece);
    limit(piece, 0, false);
  }

  void remove(long address) {
    pieces.remove(address);
  }

  /// Calls `newHost` with the address of a piece when its values are needed.
  void with(LongConsumer newHost) {
    host = newHost;
  }

  /// Returns whether a kernel has accessed a piece since the host had them all.
  boolean isLent() {
    return pieces.values().stream().anyMatch(piece -> piece.holder != Holder.HOST);
  }

  /// Fetches all pieces, as if a kernel had read them.
  void fetchAll() {
    pieces.keySet().forEach(address -> isFetched(address, false));
  }

  /// Gives pieces back, up to the first that kernels have written, and returns the address of that
  /// and its values.
  Optional<Map.Entry<Long, byte[]>> giveBack(byte[] bytes) {
    for (var piece : pieces.values()) {
      boolean written = piece.holder == Holder.DEVICE;
      byte[] values = // before anything changes, as memory may be short
          written
              ? Arrays.copyOfRange(bytes, (int) (piece.address - base), piece.limit)
              : new byte[0];
      if (piece.holder != Holder.HOST) {
        piece.holder = Holder.HOST;
        limit(piece, 0, false);
      }
      if (written) {
        return Optional.of(Map.entry(piece.address, values));
      }
    }
    return Optional.empty();
  }

  /// Fetches the piece that an address lies in, and returns whether there is one, so that an access
  /// is to be tried again.
  synchronized boolean isFetched(long address, boolean writes) {
    var before = pieces.floorEntry(address);
    if (before == null || address - base >= before.getValue().granules) {
      return false;
    }
    var piece = before.getValue();
    var holder = piece.holder;
    if (holder == Holder.HOST) {
      host.accept(piece.address);
    }
    if (holder == Holder.HOST || (writes && holder == Holder.BOTH)) {
      piece.holder = writes ? Holder.DEVICE : Holder.BOTH;
      VarHandle.storeStoreFence(); // on x86 another worker that finds the limits finds the values
      limit(piece, piece.limit, writes);
    }
    return true;
  }

  private void limit(Piece piece, int limit, boolean isWritable) {
    granules.limit((int) (piece.address - base), piece.granules, limit, isWritable);
  }
}
