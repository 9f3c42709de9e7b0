package tapeline.gpu.emulator.watch;

/// The rule of races. Two accesses to one piece of memory by different threads race when at least
/// one writes, not both are atomic, and nothing orders them, see [AccessOrder]. Threads that write
/// the same value at the same time do not race.
final class RaceRule {
  static final long NO_VALUE = Long.MIN_VALUE;

  private final AccessOrder order;

  RaceRule(AccessOrder order) {
    this.order = order;
  }

  /// Returns whether a read races with the last write of piece `i`.
  ///
  /// @param synchronises whether it may read what an atomic writes at any time
  boolean readRaces(WarpAccess by, Shadow.Page page, int i, int thread, boolean synchronises) {
    return isUnordered(by, page.writer[i], thread) && !(synchronises && page.atomicWrite[i]);
  }

  /// Returns whether a write races with the last write.
  ///
  /// @param value what is written, where it is comparable
  boolean writeRaces(
      WarpAccess by, Shadow.Page page, int i, int thread, boolean comparable, long value) {
    long writer = page.writer[i];
    return isUnordered(by, writer, thread)
        && !(comparable && Shadow.time(writer) == order.now() && page.value[i] == value)
        && !(by.synchronises()
            && page.atomicWrite[i]
            && !(by.isOfBlock() && order.isOfAnother(by.warp(), writer)));
  }

  /// Returns whether an atomic races with the last write that was none.
  boolean atomicRaces(WarpAccess by, Shadow.Page page, int i, int thread) {
    return by.synchronises() && isUnordered(by, page.plainWriter[i], thread);
  }

  /// Returns whether a write races with a read.
  boolean writeRaces(WarpAccess by, long reader, int thread) {
    return isUnordered(by, reader, thread);
  }

  /// Most touches are older than the last barrier, which is quickly seen.
  private boolean isUnordered(WarpAccess by, long touch, int thread) {
    return Shadow.time(touch) >= by.since() && order.conflicts(by.warp(), touch, thread);
  }

  /// Returns whether a write races with a read of the piece that is remembered.
  boolean writeRacesWithReads(WarpAccess by, Shadow shadow, Shadow.Page page, int i, int thread) {
    if (Shadow.time(page.reader(i, 0)) < by.since()) { // the latest
      return false;
    }
    for (int which = 0; which < shadow.readers; which++) {
      if (writeRaces(by, page.reader(i, which), thread)) {
        return true;
      }
    }
    return false;
  }
}
