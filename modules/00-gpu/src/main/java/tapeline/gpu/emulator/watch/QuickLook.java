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
      shadows.list(warp, access, request, order.now());
      return true;
    }
    int grain = Shadows.grain(access);
    var shadow = shadows.of(grain);
    int first = WarpAccess.firstThread(warp);
    var places = request.places();
    long moved = request.moved(access);
    for (int i = 0; i < places.count; i++) {
      int from = Shadows.place(places.places[i] + moved) >> grain;
      int last = first + places.last[i];
      int before = places.before[i] < 0 ? last : first + places.before[i];
      for (int piece = from; piece < from + (access.bytes >> grain); piece++) {
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
    int first = WarpAccess.firstThread(by.warp());
    boolean comparable = access.storesRegisters();
    long moved = request.moved(access);
    for (int i = 0; i < places.count; i++) {
      int from = Shadows.place(places.places[i] + moved) >> grain;
      int lane = places.last[i];
      for (int piece = from; piece < from + (access.bytes >> grain); piece++) {
        var page = shadow.page(piece);
        int at = Shadow.place(piece);
        int element = ((piece - from) << grain) / access.elementBytes;
        long value = comparable ? registers[access.rows[element] + lane] : RaceRule.NO_VALUE;
        if (rule.writeRaces(by, page, at, first + lane, comparable, value)
            || rule.writeRacesWithReads(by, shadow, page, at, first + lane)) {
          return false;
        }
        page.write(at, Shadow.touch(first + lane, order.now()), false, value);
        page.update[at] = updates;
      }
    }
    shadows.writtenAt = order.now();
    return true;
  }
}
