package tapeline.compress;

import java.nio.ByteBuffer;

/// Sums arrays over all workers of a ring (Patarasuk and Yuan 2009, doi
/// 10.1016/j.jpdc.2008.09.002): a worker sends `2·(n − 1)/n` of the array's bytes, less than twice,
/// however many workers there are.
public final class RingAllReduce {
  private RingAllReduce() {}

  /// Replaces the numbers by their sums over all workers, which get the same ones, to the bit. All
  /// workers call it with as many numbers.
  ///
  /// @throws IllegalStateException when a piece of another length arrives
  public static void sum(RingLink link, float[] numbers) {
    int n = link.size();
    int rank = link.rank();
    var pieces = new RingPieces(numbers, n);
    // BEGIN SOLUTION 18.6 "a ring all-reduce" 20 points
    for (int step = 0; step < n - 1; step++) {
      link.send(pieces.bytes(rank - step));
      pieces.add(rank - step - 1, link.receive());
    }
    for (int step = 0; step < n - 1; step++) {
      link.send(pieces.bytes(rank + 1 - step));
      pieces.put(rank - step, link.receive());
    }
    // STUB // TODO 18.6 — 8 lines. The array is cut into n pieces, whose numbers count round and
    // STUB // round: −1 is n − 1. First n − 1 steps, *reduce-scatter*: at step s send
    // STUB // pieces.bytes(rank − s), and pieces.add(…) what the rank before has sent. Which piece
    // STUB // is that? After it rank r has the whole sum of piece r + 1. Then n − 1 steps,
    // STUB // *all-gather*: sums go round, and pieces.put(…) writes them. Which one is sent first?
    // STUB if (n > 0) throw new Todo("18.6", "a ring all-reduce");
    // END SOLUTION
  }

  /// Cuts an array into `count` pieces of nearly the same length.
  record RingPieces(float[] numbers, int count) {
    private int start(int piece) {
      return (int) ((long) numbers.length * piece / count);
    }

    /// Returns a piece as bytes, 4 a number.
    byte[] bytes(int piece) {
      int index = Math.floorMod(piece, count);
      int from = start(index);
      int length = start(index + 1) - from;
      var bytes = ByteBuffer.allocate(Float.BYTES * length);
      bytes.asFloatBuffer().put(numbers, from, length);
      return bytes.array();
    }

    /// Adds a message to a piece.
    void add(int piece, byte[] message) {
      write(piece, message, 1);
    }

    /// Replaces a piece by a message.
    void put(int piece, byte[] message) {
      write(piece, message, 0);
    }

    private void write(int piece, byte[] message, float before) {
      int index = Math.floorMod(piece, count);
      int from = start(index);
      int length = start(index + 1) - from;
      if (message.length != Float.BYTES * length) {
        throw new IllegalStateException(
            "piece %d of %d has %d bytes, got %d"
                .formatted(index, count, Float.BYTES * length, message.length));
      }
      var values = ByteBuffer.wrap(message).asFloatBuffer();
      for (int i = 0; i < length; i++) {
        float value = values.get(i);
        numbers[from + i] = before == 0 ? value : numbers[from + i] + value;
      }
    }
  }

  /// Returns each worker's message, by rank: messages of any length go round the ring. A worker
  /// sends n − 1 of them.
  public static byte[][] gather(RingLink link, byte[] own) {
    int n = link.size();
    var all = new byte[n][];
    all[link.rank()] = own;
    for (int step = 0; step < n - 1; step++) {
      link.send(all[Math.floorMod(link.rank() - step, n)]);
      all[Math.floorMod(link.rank() - step - 1, n)] = link.receive();
    }
    return all;
  }
}
