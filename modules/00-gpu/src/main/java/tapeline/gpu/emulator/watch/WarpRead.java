package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;

/// Requests by which a warp reads, one access or all of a compiled segment, with all that its
/// shadow has to know of them.
final class WarpRead {
  private static final int[] ALONE = {0};

  private MemoryAccess[] accesses = {};
  private int[] requests = ALONE; // by access
  private @Nullable DistinctPlaces[] places = new DistinctPlaces[1];
  private long[] moved = new long[1];
  private @Nullable BlockState block;
  private int firstThread;
  private int time;

  /// Takes an access.
  ///
  /// @param request the access's
  void set(Warp warp, MemoryAccess access, LastRequest request, int now) {
    set(warp, access.alone, ALONE, now);
    add(0, request);
  }

  /// Takes accesses whose requests are then added.
  ///
  /// @param requestOf the number of each access's request
  void set(Warp warp, MemoryAccess[] all, int[] requestOf, int now) {
    accesses = all;
    requests = requestOf;
    block = warp.block;
    firstThread = WarpAccess.firstThread(warp);
    time = now;
  }

  void add(int i, LastRequest request) {
    if (i == places.length) {
      places = Arrays.copyOf(places, 2 * i);
      moved = Arrays.copyOf(moved, 2 * i);
    }
    places[i] = request.places();
    moved[i] = request.moved();
  }

  int grain() {
    return Shadows.grain(accesses[0]);
  }

  void noteIn(Shadow shadow) {
    for (int i = 0; i < accesses.length; i++) {
      noteIn(shadow, accesses[i], requests[i]);
    }
  }

  private void noteIn(Shadow shadow, MemoryAccess access, int request) {
    var at = places[request];
    var in = block;
    long behind = moved[request] + access.moved;
    int grain = grain();
    for (int i = 0, next; at != null && in != null && i < at.count; i = next) {
      int first = Shadows.place(at.places[i] + behind) >> grain;
      long last = Shadow.touch(firstThread + at.last[i], time);
      next = i + at.run(i, access);
      if (next > i + 1) {
        shadow.read(first, next - i, last, in);
        continue;
      }
      int before = at.before[i];
      for (int piece = first; piece < first + (access.bytes >> grain); piece++) {
        var page = shadow.page(piece);
        if (before < 0) {
          page.read(Shadow.place(piece), last, in);
        } else {
          page.read(Shadow.place(piece), Shadow.touch(firstThread + before, time), last, in);
        }
      }
    }
  }
}
