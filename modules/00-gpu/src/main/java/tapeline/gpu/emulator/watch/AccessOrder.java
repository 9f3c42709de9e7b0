package tapeline.gpu.emulator.watch;

import java.util.HashMap;
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

    /// Whether it has looked what other blocks wrote, by an atomic.
    boolean hasLooked;

    /// The order of its warps, where some of them meet without the others.
    final @Nullable VectorClocks warps;

    /// What the warps that have arrived at a barrier left there, and what was left by a fence.
    final Map<Integer, int[]> arrived = new HashMap<>();

    final int[] fenced = new int[VectorClocks.MOST];

    /// The order of a warp's lanes, where some have met without the others.
    final Map<Integer, VectorClocks> lanes = new HashMap<>();

    Progress(BlockState block) {
      warps = block.meetsInParts() ? new VectorClocks() : null;
    }
  }

  private int clock = 1;
  private final Map<Integer, Progress> blocks = new HashMap<>();
  private int last = -1;
  private @Nullable Progress progress;

  int now() {
    return clock;
  }

  private Progress of(BlockState block) {
    var known = progress;
    if (known == null || block.index != last) {
      last = block.index;
      known = blocks.computeIfAbsent(last, _ -> new Progress(block));
      progress = known;
    }
    return known;
  }

  /// All threads of a block have met, or it begins: true if it begins.
  boolean barrier(BlockState block) {
    boolean begins = !blocks.containsKey(block.index);
    of(block).lastBarrier = ++clock;
    return begins;
  }

  /// Some warps of a block have met, and no others.
  void barrier(BlockState block, int barrier, int warps) {
    var here = of(block);
    var left = here.arrived.remove(barrier);
    if (here.warps != null) {
      here.warps.meet(warps, left == null ? new int[VectorClocks.MOST] : left, ++clock);
    }
  }

  /// A warp tells those that will meet at a barrier what it has done, and goes on.
  void arrive(Warp warp, int barrier) {
    var here = of(warp.block);
    if (here.warps != null) {
      var place = here.arrived.computeIfAbsent(barrier, _ -> new int[VectorClocks.MOST]);
      here.warps.leave(warp.id, place, ++clock);
    }
  }

  /// When all threads of a block last met.
  int lastBarrier(Warp warp) {
    return of(warp.block).lastBarrier;
  }

  /// @param lanes those that have met
  void warpBarrier(Warp warp, int lanes) {
    clock++;
    if (lanes == warp.live()) {
      warp.synchronisedAt = clock;
    } else {
      of(warp.block)
          .lanes
          .computeIfAbsent(warp.id, _ -> new VectorClocks())
          .meet(lanes, new int[VectorClocks.MOST], clock);
    }
  }

  /// @param ofBlock whether it orders for the threads of the block only
  void fence(Warp warp, boolean ofBlock) {
    var here = of(warp.block);
    if (!ofBlock) {
      here.lastFence = clock;
    }
    warp.fencedAt = clock++;
    if (here.warps != null) {
      here.warps.leave(warp.id, here.fenced, clock);
    }
  }

  /// A warp has looked what others wrote before their fences.
  void look(Warp warp, boolean ofBlock) {
    var here = of(warp.block);
    here.hasLooked |= !ofBlock;
    warp.lookedAt = clock;
    if (here.warps != null) {
      here.warps.learn(warp.id, here.fenced);
    }
  }

  /// Whether a thread of another block made that touch.
  boolean isOfAnother(Warp warp, long touch) {
    return Shadow.thread(touch) / warp.block.paddedThreads() != warp.block.index;
  }

  /// Whether that touch is of no thread, or of the warp's own block before all its threads last
  /// met; where it is quickly known.
  boolean isBeforeBarrier(Warp warp, boolean isShared, long touch) {
    return touch == 0 || (isShared && Shadow.time(touch) < of(warp.block).lastBarrier);
  }

  /// Whether that touch is unordered with an access by `thread` now.
  boolean conflicts(Warp warp, boolean isShared, long touch, int thread) {
    int other = Shadow.thread(touch);
    if (isBeforeBarrier(warp, isShared, touch) || other == thread) {
      return false;
    }
    int time = Shadow.time(touch);
    int threads = warp.block.paddedThreads();
    int otherBlock = other / threads;
    var here = of(warp.block);
    if (otherBlock != warp.block.index) {
      return !(here.hasLooked && time <= fenceOf(otherBlock));
    }
    if (time < here.lastBarrier) {
      return false;
    }
    var otherWarp = warp.block.warp(other % threads / 32);
    if (here.warps != null && time < here.warps.seen(warp.id, otherWarp.id)) {
      return false;
    }
    if (otherWarp == warp) {
      var lanes = here.lanes.get(warp.id);
      return time >= warp.synchronisedAt
          && (lanes == null || time >= lanes.seen(thread % 32, other % 32));
    }
    return !(time <= otherWarp.fencedAt && time < warp.lookedAt);
  }

  private int fenceOf(int block) {
    var other = blocks.get(block);
    return other == null ? 0 : other.lastFence;
  }
}
