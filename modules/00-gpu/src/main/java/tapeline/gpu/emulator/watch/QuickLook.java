package tapeline.gpu.emulator.watch;

import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;

/// Looks at the request of a warp as a whole, by its distinct addresses. Most requests race with
/// nothing, and need no look at their lanes one after another.
/*
 * A shadow is left as RaceDetector leaves it, which looks at the lanes in their order. Where an
 * access may race, false is returned, and it does so: what has been noted until then, it notes
 * again, which changes nothing.
 */
final class QuickLook {
  private final AccessOrder order;
  private final WarpRead read = new WarpRead();

  QuickLook(AccessOrder order) {
    this.order = order;
  }

  /// Notes a read, or returns false if a lane may read what another thread writes.
  boolean read(
      Warp warp, MemoryAccess access, LastRequest request, boolean isShared, Shadows shadows) {
    int since = isShared ? order.lastBarrier(warp) : 0;
    if (shadows.writtenAt < since) {
      shadows.list(warp, access, request, order.now());
      return true;
    }
    int grain = Shadows.grain(access);
    var shadow = shadows.of(grain);
    int first = RaceDetector.firstThread(warp);
    var places = request.places();
    long moved = request.moved(access);
    for (int i = 0; i < places.count; i++) {
      int from = Shadows.place(places.places[i] + moved) >> grain;
      int last = first + places.last[i];
      int before = places.before[i] < 0 ? last : first + places.before[i];
      for (int piece = from; piece < from + (access.bytes >> grain); piece++) {
        long writer = shadow.page(piece).writer[Shadow.place(piece)];
        if (mayRace(warp, isShared, writer, last, since)
            || mayRace(warp, isShared, writer, before, since)) {
          return false;
        }
      }
    }
    read.set(warp, access, request, order.now());
    read.noteIn(shadow);
    return true;
  }

  /// Notes a write, or returns false if a lane may write what another reads or writes.
  ///
  /// @param updates whether it is the end of a `x += …`
  boolean write(
      Warp warp,
      MemoryAccess access,
      LastRequest request,
      boolean isShared,
      Shadows shadows,
      boolean updates) {
    var places = request.places();
    if (!places.areOneEach()) {
      return false;
    }
    int grain = Shadows.grain(access);
    var shadow = shadows.of(grain);
    int first = RaceDetector.firstThread(warp);
    int since = isShared ? order.lastBarrier(warp) : 0;
    long moved = request.moved(access);
    for (int i = 0; i < places.count; i++) {
      int from = Shadows.place(places.places[i] + moved) >> grain;
      int lane = places.last[i];
      for (int piece = from; piece < from + (access.bytes >> grain); piece++) {
        var page = shadow.page(piece);
        int at = Shadow.place(piece);
        if (mayRace(warp, isShared, page.writer[at], first + lane, since)
            || mayRaceReaders(warp, isShared, page, shadow.readers, at, first + lane, since)) {
          return false;
        }
        long value =
            access.storesRegisters()
                ? warp.registers[
                    access.rows[((piece - from) << grain) / access.elementBytes] + lane]
                : RaceDetector.NO_VALUE;
        page.write(at, Shadow.touch(first + lane, order.now()), false, value);
        page.update[at] = updates;
      }
    }
    shadows.writtenAt = order.now();
    return true;
  }

  /// @param since accesses before that are ordered with those of now
  private boolean mayRace(Warp warp, boolean isShared, long touch, int thread, int since) {
    return touch != 0
        && Shadow.time(touch) >= since
        && order.conflicts(warp, isShared, touch, thread);
  }

  private boolean mayRaceReaders(
      Warp warp,
      boolean isShared,
      Shadow.Page page,
      int readers,
      int at,
      int thread,
      int since) {
    boolean may = false;
    if (page.reader(at, 0) != 0 && Shadow.time(page.reader(at, 0)) >= since) { // the latest
      for (int which = 0; which < readers; which++) {
        may |= mayRace(warp, isShared, page.reader(at, which), thread, since);
      }
    }
    return may;
  }
}
