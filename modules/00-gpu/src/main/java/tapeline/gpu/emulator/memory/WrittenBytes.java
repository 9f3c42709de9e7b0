package tapeline.gpu.emulator.memory;

import java.util.Arrays;

/// Which bytes of a memory have been written: a bit each.
public final class WrittenBytes {
  private long[] words = new long[64];

  /// Returns whether all of the `count` bytes from `at` on have been written; they lie in one
  /// aligned piece of at most 16 bytes.
  public boolean all(int at, int count) {
    int word = at >>> 6;
    long asked = ((1L << count) - 1) << at;
    return word < words.length && (words[word] & asked) == asked;
  }

  /// Returns whether all bytes from `from` up to `to` have been written.
  public boolean allOf(int from, int to) {
    int last = (to - 1) >>> 6;
    if (last >= words.length) {
      return false;
    }
    for (int word = from >>> 6; word <= last; word++) {
      long asked = -1L << (word == from >>> 6 ? from : 0);
      asked &= word == last ? -1L >>> -to : -1;
      if ((words[word] & asked) != asked) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether not even one of them has been written.
  public boolean none(int at, int count) {
    int word = at >>> 6;
    return word >= words.length || (words[word] & ((1L << count) - 1) << at) == 0;
  }

  /// Returns which of them have been written: a bit each, the first byte's the lowest.
  public int bits(int at, int count) {
    int word = at >>> 6;
    return word >= words.length ? 0 : (int) (words[word] >>> at & ((1L << count) - 1));
  }

  /// Notes a write of such a piece.
  public void add(int at, int count) {
    ensure(at + count);
    words[at >>> 6] |= ((1L << count) - 1) << at;
  }

  /// Notes that everything from `from` up to `to` was written.
  void addAll(int from, int to) {
    ensure(to);
    fill(from, to, -1);
  }

  /// Forgets what was written from `from` up to `to`.
  public void removeAll(int from, int to) {
    fill(from, Math.min(to, 64 * words.length), 0);
  }

  private void fill(int from, int to, long bits) {
    int first = (from + 63) >>> 6; // the whole words
    int last = to >>> 6;
    if (first <= last) {
      Arrays.fill(words, Math.min(first, words.length), Math.min(last, words.length), bits);
    }
    for (int i = from; i < Math.min(to, 64 * first); i++) {
      set(i, bits);
    }
    for (int i = Math.max(from, 64 * last); i < to; i++) {
      set(i, bits);
    }
  }

  private void set(int i, long bits) {
    long bit = 1L << i;
    words[i >>> 6] = (words[i >>> 6] & ~bit) | (bits & bit);
  }

  private void ensure(int size) {
    if (size > 64 * words.length) {
      words = Arrays.copyOf(words, Math.max(size / 64 + 1, 2 * words.length));
    }
  }
}
