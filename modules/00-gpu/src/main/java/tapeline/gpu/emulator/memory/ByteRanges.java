package tapeline.gpu.emulator.memory;

import java.util.Arrays;
import java.util.OptionalLong;

/// Pieces of memory, in ascending order: where each begins, and where it ends.
public final class ByteRanges {
  public static final ByteRanges NONE = new ByteRanges(new long[0]);

  private final long[] ends; // of each the first byte, and the one behind the last

  private ByteRanges(long[] ends) {
    this.ends = ends;
  }

  /// So many bytes from an address on.
  public static ByteRanges of(long from, long bytes) {
    return bytes <= 0 ? NONE : new ByteRanges(new long[] {from, from + bytes});
  }

  /// All that several pieces cover, in any order, each in one number: the offset in its upper half,
  /// the length in its lower.
  ///
  /// @param base what the offsets count from
  public static ByteRanges of(long base, long[] pieces) {
    Arrays.sort(pieces);
    var ends = new long[2 * pieces.length];
    int n = 0;
    for (long piece : pieces) {
      long from = base + (piece >>> 32);
      long to = from + (int) piece;
      if (n == 0 || from > ends[n - 1]) {
        ends[n] = from;
        ends[n + 1] = to;
        n += 2;
      } else {
        ends[n - 1] = Math.max(ends[n - 1], to);
      }
    }
    return new ByteRanges(Arrays.copyOf(ends, n));
  }

  /// The first of them that was not written, in a memory that begins at `base`.
  OptionalLong firstMissing(WrittenBytes written, long base) {
    for (int i = 0; i < ends.length; i += 2) {
      int from = (int) (ends[i] - base);
      int to = (int) (ends[i + 1] - base);
      if (!written.allOf(from, to)) {
        while (written.all(from, 1)) {
          from++;
        }
        return OptionalLong.of(base + from);
      }
    }
    return OptionalLong.empty();
  }

  /// How many there are.
  int pieces() {
    return ends.length / 2;
  }

  /// These without those that lie in the other one.
  ByteRanges without(ByteRanges other) {
    if (firstCommon(other).isEmpty()) {
      return this;
    }
    var left = new long[ends.length + other.ends.length];
    int n = 0;
    int j = 0;
    for (int i = 0; i < ends.length; i += 2) {
      long from = ends[i];
      while (j < other.ends.length && other.ends[j + 1] <= from) {
        j += 2;
      }
      for (int k = j; k < other.ends.length && other.ends[k] < ends[i + 1]; k += 2) {
        if (from < other.ends[k]) {
          left[n++] = from;
          left[n++] = other.ends[k];
        }
        from = other.ends[k + 1];
      }
      if (from < ends[i + 1]) {
        left[n++] = from;
        left[n++] = ends[i + 1];
      }
    }
    return new ByteRanges(Arrays.copyOf(left, n));
  }

  /// The first byte that both have.
  public OptionalLong firstCommon(ByteRanges other) {
    int i = 0;
    int j = 0;
    while (i < ends.length && j < other.ends.length) {
      long from = Math.max(ends[i], other.ends[j]);
      if (from < Math.min(ends[i + 1], other.ends[j + 1])) {
        return OptionalLong.of(from);
      }
      if (ends[i + 1] < other.ends[j + 1]) {
        i += 2;
      } else {
        j += 2;
      }
    }
    return OptionalLong.empty();
  }
}
