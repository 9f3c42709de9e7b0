package tapeline.gpu.emulator.watch;

import tapeline.gpu.emulator.memory.WrittenBytes;

/// Looks at an access lane by lane: names what races, and notes the rest in the shadows.
final class LaneLook {
  /// How many bits of an address the pieces of the two shadows leave out.
  private static final int[] GRAINS = {2, 0};

  private final AccessOrder order;
  private final RaceRule rule;
  private final AccessIdioms idioms;
  private final RaceFindings found;

  LaneLook(AccessOrder order, RaceRule rule, AccessIdioms idioms, RaceFindings found) {
    this.order = order;
    this.rule = rule;
    this.idioms = idioms;
    this.found = found;
  }

  /// Returns whether an access has to be compared with those that this shadow has: the other one
  /// than its own has some where the sizes of accesses differ.
  private static boolean isCompared(WarpAccess by, Shadows shadows, int grain) {
    return grain == Shadows.grain(by.access()) || !shadows.of(grain).isEmpty();
  }

  void read(WarpAccess by, Shadows shadows, long... addresses) {
    for (int grain : GRAINS) {
      if (isCompared(by, shadows, grain)) {
        read(by, shadows.of(grain), grain, addresses);
      }
    }
  }

  private void read(WarpAccess by, Shadow shadow, int grain, long... addresses) {
    var warp = by.warp();
    var access = by.access();
    boolean synchronises = by.synchronises() || idioms.guesses(warp.code(), access.instruction);
    int first = WarpAccess.firstThread(warp);
    for (int lanes = by.mask(); lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = by.place(addresses[lane]);
      for (int piece = at >> grain; piece <= (at + access.bytes - 1) >> grain; piece++) {
        var page = shadow.page(piece);
        int i = Shadow.place(piece);
        if (rule.readRaces(by, page, i, first + lane, synchronises)) {
          String how = "reads what the other writes:";
          found.race(by, piece << grain, lane, page.writer[i], how, page.update[i]);
        }
        // one that synchronises may be written at any time, and the reader knows
        if (!synchronises && grain == Shadows.grain(access)) {
          page.read(i, Shadow.touch(first + lane, order.now()), warp.block);
        }
      }
    }
  }

  /// @param written the bytes that have been written
  /// @param ends whether it has then written; else it only may
  void write(
      WarpAccess by, Shadows shadows, WrittenBytes written, boolean ends, long... addresses) {
    shadows.writtenAt = order.now();
    for (int grain : GRAINS) {
      if (isCompared(by, shadows, grain)) {
        boolean noted = ends && grain == Shadows.grain(by.access());
        write(by, shadows.of(grain), grain, noted, addresses);
      }
    }
    for (int lanes = ends ? by.mask() : 0; lanes != 0; lanes &= lanes - 1) {
      long address = addresses[Integer.numberOfTrailingZeros(lanes)];
      written.add(by.place(address), by.access().bytes);
    }
  }

  private void write(WarpAccess by, Shadow shadow, int grain, boolean noted, long... addresses) {
    var warp = by.warp();
    var access = by.access();
    boolean comparable = noted && access.storesRegisters();
    boolean updates = comparable && idioms.updates(warp.code(), access.instruction);
    int first = WarpAccess.firstThread(warp);
    for (int lanes = by.mask(); lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = by.place(addresses[lane]);
      for (int piece = at >> grain; piece <= (at + access.bytes - 1) >> grain; piece++) {
        var page = shadow.page(piece);
        int i = Shadow.place(piece);
        int element = ((piece << grain) - at) / access.elementBytes;
        long value = comparable ? warp.registers[access.rows[element] + lane] : RaceRule.NO_VALUE;
        if (rule.writeRaces(by, page, i, first + lane, comparable, value)) {
          found.race(by, piece << grain, lane, page.writer[i], RaceWords.BOTH_WRITE, true);
        } else if (rule.atomicRaces(by, page, i, first + lane)) {
          found.race(by, piece << grain, lane, page.plainWriter[i], RaceWords.BOTH_WRITE, true);
        } else {
          checkReaders(by, shadow, page, piece << grain, i, lane);
        }
        if (noted) {
          page.write(i, Shadow.touch(first + lane, order.now()), by.synchronises(), value);
          page.update[i] = updates;
        }
      }
    }
  }

  private void checkReaders(
      WarpAccess by, Shadow shadow, Shadow.Page page, int at, int i, int lane) {
    int thread = WarpAccess.firstThread(by.warp()) + lane;
    for (int which = 0; which < shadow.readers; which++) {
      long reader = page.reader(i, which);
      if (rule.writeRaces(by, reader, thread)) {
        String how = "writes what the other reads:";
        found.race(by, at, lane, reader, how, isWrittenTwice(by, lane));
      }
    }
  }

  /// Returns whether another lane stores to the same place by this very instruction.
  private static boolean isWrittenTwice(WarpAccess by, int lane) {
    int row = by.access().addressRow();
    long[] registers = by.warp().registers;
    for (int lanes = by.mask() & ~(1 << lane); lanes != 0; lanes &= lanes - 1) {
      if (registers[row + Integer.numberOfTrailingZeros(lanes)] == registers[row + lane]) {
        return true;
      }
    }
    return false;
  }
}
