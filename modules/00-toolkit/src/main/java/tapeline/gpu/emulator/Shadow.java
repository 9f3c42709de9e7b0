package tapeline.gpu.emulator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Who touched each piece of a memory last, and when: the memory's shadow, made as it is needed.
///
/// Pieces are words of 4 bytes; accesses of less have a shadow of their own, by bytes. A touch is a
/// thread and a time in one number, 0 for none.
final class Shadow {
  private static final int BITS = 10;
  private static final int SIZE = 1 << BITS;

  static long touch(int thread, int time) {
    return (long) (thread + 1) << 32 | time;
  }

  static int thread(long touch) {
    return (int) (touch >> 32) - 1;
  }

  static int time(long touch) {
    return (int) touch;
  }

  /// What is known of 1024 pieces that lie one after another.
  static final class Page {
    final long[] writer = new long[SIZE];
    final boolean[] atomicWrite = new boolean[SIZE];
    final long[] value = new long[SIZE];
    final long[] reader = new long[SIZE];
    final long[] otherReader = new long[SIZE];

    void write(int i, long touch, boolean atomic, long newValue) {
      writer[i] = touch;
      atomicWrite[i] = atomic;
      value[i] = newValue;
    }

    /// The last two readers are remembered.
    void read(int i, long touch) {
      long last = reader[i];
      if ((last ^ touch) >>> 32 != 0) {
        otherReader[i] = last;
      }
      reader[i] = touch;
    }
  }

  private @Nullable Page[] pages = new Page[64];

  /// The page of a piece, whose place in it is [#place].
  Page page(int piece) {
    int number = piece >> BITS;
    var page = number < pages.length ? pages[number] : null;
    return page == null ? newPage(number) : page;
  }

  private Page newPage(int number) {
    if (number >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
    }
    var page = new Page();
    pages[number] = page;
    return page;
  }

  static int place(int piece) {
    return piece & SIZE - 1;
  }
}
