package tapeline.gpu.emulator.watch;

import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;

/// A request by which a warp reads, with all that its shadow has to know of it.
final class WarpRead {
  private @Nullable DistinctPlaces places;
  private @Nullable BlockState block;
  private long moved;
  private int bytes;
  private int firstThread;
  private int time;
  int grain;

  /// @param request the access's
  void set(Warp warp, MemoryAccess access, LastRequest request, int now) {
    places = request.places();
    moved = request.moved(access);
    block = warp.block;
    bytes = access.bytes;
    firstThread = WarpAccess.firstThread(warp);
    time = now;
    grain = Shadows.grain(access);
  }

  void noteIn(Shadow shadow) {
    var at = places;
    var in = block;
    for (int i = 0; at != null && in != null && i < at.count; i++) {
      int first = Shadows.place(at.places[i] + moved) >> grain;
      int before = at.before[i];
      long last = Shadow.touch(firstThread + at.last[i], time);
      for (int piece = first; piece < first + (bytes >> grain); piece++) {
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
