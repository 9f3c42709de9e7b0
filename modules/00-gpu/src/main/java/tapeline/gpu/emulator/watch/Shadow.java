package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;

/// The last touches of each piece of a memory: the memory's shadow, made as it is needed.
///
/// Pieces are words of 4 bytes; accesses of less have a shadow of their own, by bytes. A touch is a
/// thread and a time in one number, 0 for none.
final class Shadow {
  private static final int BITS = 10;
  private static final int SIZE = 1 << BITS;

  /// So many readers of a piece are always remembered.
  private static final int FEW = 4;

  /// How many are remembered here.
  final int readers;

  /// @param byWarp whether one of each warp is
  Shadow(boolean byWarp) {
    readers = byWarp ? FEW + VectorClocks.MOST : FEW;
  }

  static long touch(int thread, int time) {
    return (long) (thread + 1) << 32 | time;
  }

  static int thread(long touch) {
    return (int) (touch >> 32) - 1;
  }

  static int time(long touch) {
    return (int) touch;
  }

  /// The last write and the last readers of 1024 pieces that lie one after another.
  static final class Page {
    final long[] writer = new long[SIZE];
    final long[] plainWriter = new long[SIZE]; // the last one that was no atomic
    final boolean[] atomicWrite = new boolean[SIZE];
    final boolean[] update = new boolean[SIZE]; // the end of a `x += …`
    final long[] value = new long[SIZE];
    private final int each;
    private final long[] readers;

    /// True once a piece of it was written.
    boolean isWritten;

    private Page(int each) {
      this.each = each;
      readers = new long[each * SIZE];
    }

    void write(int i, long touch, boolean atomic, long newValue) {
      isWritten = true;
      writer[i] = touch;
      plainWriter[i] = atomic ? plainWriter[i] : touch;
      atomicWrite[i] = atomic;
      value[i] = newValue;
    }

    /// Returns whether pieces one after another lie in this page and were last touched before a
    /// time.
    boolean areOld(int i, int end, int since) {
      boolean old = end <= SIZE;
      for (int piece = i; old && piece < end; piece++) {
        old = time(writer[piece]) < since && time(readers[each * piece]) < since;
      }
      return old;
    }

    /// Notes writes of such pieces by threads one after another, the first of which is this one.
    void write(int i, int count, long touch, long[] values, int from, boolean updates) {
      isWritten = true;
      for (int k = 0; k < count; k++) {
        writer[i + k] = touch + ((long) k << 32);
        plainWriter[i + k] = writer[i + k];
      }
      System.arraycopy(values, from, value, i, count);
      Arrays.fill(atomicWrite, i, i + count, false);
      Arrays.fill(update, i, i + count, updates);
    }

    /// Remembered are the last reader, and the last one of another thread, of another warp and of
    /// another block than that: so one who may race is never forgotten for one who may not. Where
    /// warps meet in parts, that holds for each warp's last reader only.
    void read(int i, long touch, BlockState block) {
      int at = each * i;
      long last = readers[at];
      readers[at] = touch;
      int before = thread(last);
      int now = thread(touch);
      if (before >= 0 && before != now) {
        readers[at + 1] = last;
        if (before >> 5 != now >> 5) {
          readers[at + 2] = last;
          int inBlock = before - block.index * block.paddedThreads();
          if (inBlock < 0 || inBlock >= block.paddedThreads()) {
            readers[at + 3] = last;
          }
        }
      }
      noteForWarp(at, touch);
    }

    /// Notes reads of pieces one after another by threads one after another, the first of which is
    /// this one: mostly by those of another block than before.
    private void read(int i, int end, long firstTouch, BlockState block) {
      int threads = block.paddedThreads();
      int firstThread = block.index * threads;
      long touch = firstTouch;
      for (int piece = i; piece < end; piece++) {
        int at = each * piece;
        long last = readers[at];
        int before = thread(last);
        if (before >= 0
            && Integer.compareUnsigned(before - firstThread, threads) >= 0
            && each == FEW) {
          readers[at] = touch;
          readers[at + 1] = last;
          readers[at + 2] = last;
          readers[at + 3] = last;
        } else {
          read(piece, touch, block);
        }
        touch += 1L << 32;
      }
    }

    /// Notes a read by several lanes of a warp, of which these two are the last.
    void read(int i, long before, long last, BlockState block) {
      if (thread(readers[each * i]) >> 5 != thread(last) >> 5) {
        read(i, last, block);
      }
      readers[each * i] = last;
      readers[each * i + 1] = before;
      noteForWarp(each * i, last);
    }

    private void noteForWarp(int at, long touch) {
      if (each > FEW) {
        readers[at + FEW + (thread(touch) >> 5) % VectorClocks.MOST] = touch;
      }
    }

    boolean was(Use how, int i) {
      return switch (how) {
        case READ -> readers[each * i] != 0;
        case WRITTEN -> writer[i] != 0 && !atomicWrite[i];
        case UPDATED -> writer[i] != 0 && atomicWrite[i];
      };
    }

    long reader(int i, int which) {
      return readers[each * i + which];
    }
  }

  private @Nullable Page[] pages = new Page[64];
  private boolean empty = true;

  boolean isEmpty() {
    return empty;
  }

  /// A read of it is listed.
  void willBeUsed() {
    empty = false;
  }

  /// The page of a piece, whose place in it is [#place].
  Page page(int piece) {
    int number = piece >> BITS;
    var page = number < pages.length ? pages[number] : null;
    return page == null ? newPage(number) : page;
  }

  /// Notes reads of pieces one after another by threads one after another.
  ///
  /// @param touch that of the first piece
  void read(int from, int count, long touch, BlockState block) {
    for (int done = 0, next; done < count; done = next) {
      int i = place(from + done);
      next = Math.min(count, done + SIZE - i);
      page(from + done).read(i, i + next - done, touch + ((long) done << 32), block);
    }
  }

  /// Returns whether something was written in the pages of two pieces.
  boolean isWritten(int from, int last) {
    return page(from).isWritten || page(last).isWritten;
  }

  private Page newPage(int number) {
    if (number >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
    }
    var page = new Page(readers);
    pages[number] = page;
    empty = false;
    return page;
  }

  static int place(int piece) {
    return piece & SIZE - 1;
  }

  /// How a piece was touched at last.
  enum Use {
    READ,
    WRITTEN,
    UPDATED // by an atomic
  }

  /// The runs of pieces that were touched so: the offset in the upper half, and in the lower the
  /// length.
  ///
  /// @param grain how many bits of an address a piece leaves out
  LongStream touched(Use how, int grain) {
    var runs = LongStream.builder();
    int length = 0;
    for (int piece = 0; piece <= SIZE * pages.length; piece++) {
      var page = piece < SIZE * pages.length ? pages[piece >> BITS] : null;
      if (page != null && page.was(how, place(piece))) {
        length++;
      } else {
        if (length > 0) {
          runs.add((long) (piece - length) << (32 + grain) | (long) length << grain);
        }
        length = 0;
        piece |= page == null ? SIZE - 1 : 0; // the next page
      }
    }
    return runs.build();
  }
}
