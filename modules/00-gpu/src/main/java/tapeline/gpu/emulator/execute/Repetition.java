package tapeline.gpu.emulator.execute;

import java.util.List;
import java.util.zip.CRC32C;
import tapeline.gpu.emulator.memory.GlobalMemory;

/// Notices that blocks go round in a circle: all that their threads have, and the memory, is as it
/// was some turns before, so it will be so again.
///
/// It compares with one earlier turn, the last whose number is a power of two, as Brent's algorithm
/// for cycles does. The device's memory is looked at only where the rest is the same. A look costs
/// as much as some hundred instructions: each long turn has one, and of those that end at a
/// barrier, as in a kernel with tiles, or are given away, as in `grid.sync()`, eight between two
/// powers of two.
final class Repetition {
  /// No long turn is looked at before so many turns, a power of two. Most blocks end sooner.
  private static final int FIRST = 16;

  /// No other turn is looked at before so many: products in tiles have a hundred barriers and more.
  private static final int SHORT_FIRST = 256;

  private static final int SHORT_LOOKS = 8;

  private static final int SHORT_TURNS = 64;

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final GlobalMemory memory;
  private int turns;
  private long before;
  private long memoryBefore;
  private int same = -1; // turns since then in which the blocks were as before

  Repetition(GlobalMemory memory) {
    this.memory = memory;
  }

  /// Returns a number for what `sum` stands for and another value behind it. It is not linear, so
  /// that equal changes in all lanes do not cancel out.
  static long mix(long sum, long value) {
    long mixed = (sum ^ value) * FACTOR;
    return (mixed ^ mixed >>> 32) * FACTOR;
  }

  /// A number for bytes.
  static long of(byte[] bytes) {
    var sum = new CRC32C();
    sum.update(bytes);
    return sum.getValue();
  }

  /// The blocks are others from here on.
  void restart() {
    turns = 0;
    same = -1;
  }

  /// Returns whether the last turn was long, or one of many: the clock costs as much as a short
  /// one.
  boolean isLong(List<BlockState> blocks) {
    return turns % SHORT_TURNS == 0 || hadLongTurn(blocks);
  }

  private static boolean hadLongTurn(List<BlockState> blocks) {
    for (var block : blocks) {
      if (block.hadLongTurn()) {
        return true;
      }
    }
    return false;
  }

  private boolean isLookedAt(List<BlockState> blocks) {
    int octave = Integer.highestOneBit(turns);
    boolean isInTurn = turns >= SHORT_FIRST && turns % (octave / SHORT_LOOKS) == 0;
    return isInTurn || (turns >= FIRST && hadLongTurn(blocks));
  }

  /// Returns a number for the memory as it was looked at last.
  long memory() {
    return memoryBefore;
  }

  /// Returns whether these blocks, each of which has had a turn, are where they were before.
  boolean isFound(List<BlockState> blocks) {
    turns++;
    if (!isLookedAt(blocks)) {
      return false;
    }
    long now = 1;
    for (var block : blocks) {
      now = mix(now, block.fingerprint());
    }
    if (Integer.bitCount(turns) == 1) {
      before = now;
      same = 0;
    } else if (now == before && same >= 0) {
      long inMemory = of(memory.bytes());
      if (same++ > 0 && inMemory == memoryBefore) {
        return true;
      }
      if (same > 2) {
        same = -1; // the memory changes: no more looks before the next power of two
      }
      memoryBefore = inMemory;
    }
    return false;
  }
}
