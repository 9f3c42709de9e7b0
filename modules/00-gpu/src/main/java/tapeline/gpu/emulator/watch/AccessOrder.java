package tapeline.gpu.emulator.watch;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.Warp;

/// Which accesses of memory are ordered. One clock ticks at all that orders: inside a warp
/// `__syncwarp()`, inside a block `__syncthreads()`, between warps and between blocks a fence by
/// the writer followed by an atomic or a volatile access of the reader. Of warps and lanes that
/// meet in parts there are vector clocks, too.
final class AccessOrder {
  /// The steps of a block so far.
  private static final class Progress {
    int lastBarrier;

    /// When one of its threads last made its writes visible to all.
    int lastFence;

    /// True after one of its threads has read, by an atomic, what other blocks wrote.
    boolean hasLooked;
  }

  /// The order of a block's warps, of which some meet without the others.
  private static final class WarpClocks {
    final VectorClocks warps = new VectorClocks();

    /// The clocks left at each barrier by those that have arrived there, and by fences.
    final Map<Integer, int[]> arrived = new HashMap<>();

    final int[] fenced = new int[VectorClocks.MOST];

    /// The phases of the barriers in shared memory, by their place.
    final Map<Integer, Phases> phases = new HashMap<>();
  }

  /// The clocks left at a barrier in shared memory, until now and until its last phase ended.
  private static final class Phases {
    final int[] arrived = new int[VectorClocks.MOST];
    int[] ended = new int[VectorClocks.MOST];
  }

  private int clock = 1;
  private boolean isRead; // since a lane's arrival last made it tick
  private final Map<Integer, Progress> blocks = new HashMap<>();
  private int last = -1;
  private Progress progress = new Progress();

  // clocks of an earlier block tell nothing of the next one, all of which is later
  private final IdentityHashMap<BlockState, WarpClocks> parts = new IdentityHashMap<>();
  private final IdentityHashMap<Warp, VectorClocks> lanes = new IdentityHashMap<>();

  int now() {
    isRead = true;
    return clock;
  }

  private Progress of(BlockState block) {
    if (block.index != last) {
      last = block.index;
      progress = blocks.computeIfAbsent(last, _ -> new Progress());
    }
    return progress;
  }

  private @Nullable WarpClocks parts(BlockState block) {
    return block.meetsInParts() ? parts.computeIfAbsent(block, _ -> new WarpClocks()) : null;
  }

  /// All threads of a block have met, or it begins: true if it begins.
  boolean barrier(BlockState block) {
    boolean begins = !blocks.containsKey(block.index);
    of(block).lastBarrier = ++clock;
    return begins;
  }

  /// Some warps of a block have met, and no others.
  void barrier(BlockState block, int barrier, int warps) {
    var here = parts(block);
    if (here != null) {
      var left = here.arrived.remove(barrier);
      here.warps.meet(warps, left == null ? new int[VectorClocks.MOST] : left, ++clock);
    }
  }

  /// A warp tells those that will meet at a barrier what it has done, and goes on.
  void arrive(Warp warp, int barrier) {
    var here = parts(warp.block);
    if (here != null) {
      var place = here.arrived.computeIfAbsent(barrier, _ -> new int[VectorClocks.MOST]);
      here.warps.leave(warp.id, place, ++clock);
    }
  }

  /// A warp tells those that will see the end of a barrier's phase what it has done.
  ///
  /// @param last whether it ends now
  void phaseArrival(Warp warp, int at, boolean last) {
    var here = parts(warp.block);
    if (here != null) {
      var phases = here.phases.computeIfAbsent(at, _ -> new Phases());
      clock += isRead ? 1 : 0; // once for the lanes that arrive together
      isRead = false;
      here.warps.leave(warp.id, phases.arrived, clock);
      phases.ended = last ? phases.arrived.clone() : phases.ended;
    }
  }

  /// A warp has seen the end of the last phase.
  void phaseSeen(Warp warp, int at) {
    var here = parts(warp.block);
    var phases = here == null ? null : here.phases.get(at);
    if (here != null && phases != null) {
      here.warps.learn(warp.id, phases.ended);
    }
  }

  /// The time before which all accesses of a memory are ordered before a warp's now: of shared
  /// memory, which is of its block, when all of this last met.
  int since(Warp warp, boolean isShared) {
    return isShared ? of(warp.block).lastBarrier : 1;
  }

  /// @param lanes those that have met
  void warpBarrier(Warp warp, int lanes) {
    clock++;
    if (lanes == warp.live()) {
      warp.synchronisedAt = clock;
    } else {
      var met = this.lanes.computeIfAbsent(warp, _ -> new VectorClocks());
      met.meet(lanes, new int[VectorClocks.MOST], clock);
    }
  }

  /// @param ofBlock whether it orders for the threads of the block only
  void fence(Warp warp, boolean ofBlock) {
    if (!ofBlock) {
      of(warp.block).lastFence = clock;
    }
    warp.fencedAt = clock++;
    var here = parts(warp.block);
    if (here != null) {
      here.warps.leave(warp.id, here.fenced, clock);
    }
  }

  /// A warp has looked what others wrote before their fences.
  void look(Warp warp, boolean ofBlock) {
    of(warp.block).hasLooked |= !ofBlock;
    warp.lookedAt = clock;
    var here = parts(warp.block);
    if (here != null) {
      here.warps.learn(warp.id, here.fenced);
    }
  }

  /// Returns whether a thread of another block made that touch.
  boolean isOfAnother(Warp warp, long touch) {
    return Shadow.thread(touch) / warp.block.paddedThreads() != warp.block.index;
  }

  /// Returns whether that touch is unordered with an access by `thread` now.
  boolean conflicts(Warp warp, long touch, int thread) {
    int other = Shadow.thread(touch);
    if (other == thread) {
      return false;
    }
    int time = Shadow.time(touch);
    int threads = warp.block.paddedThreads();
    int otherBlock = other / threads;
    if (otherBlock != warp.block.index) {
      return !(of(warp.block).hasLooked && time <= fenceOf(otherBlock));
    }
    var otherWarp = warp.block.warp(other % threads / 32);
    var here = parts(warp.block);
    if (time < of(warp.block).lastBarrier
        || (here != null && time < here.warps.seen(warp.id, otherWarp.id))) {
      return false;
    }
    if (otherWarp == warp) {
      var met = lanes.get(warp);
      return time >= warp.synchronisedAt
          && (met == null || time >= met.seen(thread % 32, other % 32));
    }
    return !(time <= otherWarp.fencedAt && time < warp.lookedAt);
  }

  private int fenceOf(int block) {
    var other = blocks.get(block);
    return other == null ? 0 : other.lastFence;
  }
}
