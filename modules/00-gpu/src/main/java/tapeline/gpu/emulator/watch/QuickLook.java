package tapeline.gpu.emulator.watch;

/// Looks at the request of a warp as a whole, by its distinct addresses. Most requests race with
/// nothing, and need no look at their lanes one after another.
/*
 * A shadow is left as LaneLook leaves it, which looks at the lanes in their order. Where an
 * access races, false is returned, and LaneLook does so: what has been noted until then, it notes
 * again, which changes nothing.
 */
final class QuickLook {
  private final AccessOrder order;
  private final RaceRule rule;
  private final WarpRead read = new WarpRead();

  QuickLook(AccessOrder order, RaceRule rule) {
    this.order = order;
    this.rule = rule;
  }

  /// Notes a read, or returns false if a lane reads what another thread writes.
  boolean read(WarpAccess by, LastRequest request, Shadows shadows) {
    var warp = by.warp();
    var access = by.access();
    if (by.isShared() && shadows.writtenAt < by.since()) {
      shadows.list(Shadows.grain(access)).set(warp, access, request, order.now());
      return true;
    }
    int grain = Shadows.grain(access);
    var shadow = shadows.of(grain);
    int first = WarpAccess.firstThread(warp);
    var places = request.places();
    long moved = request.moved(access);
    int size = access.bytes >> grain;
    for (int i = 0, run; i < places.count; i += run) {
      run = places.run(i, access);
      int from = Shadows.place(places.places[i] + moved) >> grain;
      int end = shadow.isWritten(from, from + run * size - 1) ? from + run * size : from;
      for (int piece = from; piece < end; piece++) {
        int j = i + (piece - from) / size;
        int last = first + places.last[j];
        int before = places.before[j] < 0 ? last : first + places.before[j];
        var page = shadow.page(piece);
        int at = Shadow.place(piece);
        if (rule.readRaces(by, page, at, last, false)
            || rule.readRaces(by, page, at, before, false)) {
          return false;
        }
      }
    }
    read.set(warp, access, request, order.now());
    read.noteIn(shadow);
    return true;
  }

  /// Notes a write, or returns false if a lane writes what another thread reads or writes.
  ///
  /// @param updates whether it is the end of a `x += …`
  boolean write(WarpAccess by, LastRequest request, Shadows shadows, boolean updates) {
    var places = request.places();
    if (!places.areOneEach()) {
      return false;
    }
    var access = by.access();
    long[] registers = by.warp().registers;
    int grain = Shadows.grain(access);
    var shadow = shadows.of(grain);
    int thread = WarpAccess.firstThread(by.warp());
    boolean comparable = access.storesRegisters();
    long moved = request.moved(access);
    int size = access.bytes >> grain;
    for (int i = 0, run; i < places.count; i += run) {
      run = places.run(i, access);
      int from = Shadows.place(places.places[i] + moved) >> grain;
      var first = shadow.page(from);
      int place = Shadow.place(from);
      if (comparable && run > 1 && first.areOld(place, place + run, by.since())) {
        long touch = Shadow.touch(thread + places.last[i], order.now());
        first.write(place, run, touch, registers, access.rows[0] + places.last[i], updates);
        continue;
      }
      for (int piece = from; piece < from + run * size; piece++) {
        int lane = places.last[i + (piece - from) / size];
        var page = shadow.page(piece);
        int at = Shadow.place(piece);
        int element = ((piece - from) % size << grain) / access.elementBytes;
        long value = comparable ? registers[access.rows[element] + lane] : RaceRule.NO_VALUE;
        if (rule.writeRaces(by, page, at, thread + lane, comparable, value)
            || rule.writeRacesWithReads(by, shadow, page, at, thread + lane)) {
          return false;
        }
        page.write(at, Shadow.touch(thread + lane, order.now()), false, value);
        page.update[at] = updates;
      }
    }
    shadows.writtenAt = order.now();
    return true;
  }
}
