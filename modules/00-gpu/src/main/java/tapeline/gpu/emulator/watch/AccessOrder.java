package tapeline.gpu.emulator.watch;

import java.util.HashMap;
import java.util.Map;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.Warp;

/// Which accesses of memory are ordered. One clock ticks at all that orders: inside a warp
/// `__syncwarp()`, inside a block `__syncthreads()`, between warps and between blocks a fence by
/// the writer followed by an atomic or a volatile access of the reader.
final class AccessOrder {
  /// The steps of a block so far.
  private static final class Progress {
    int lastBarrier;

    /// When one of its threads last made its writes visible to all.
    int lastFence;

    /// Whether it has looked what other blocks wrote, by an atomic.
    boolean hasLooked;
  }

  private int clock = 1;
  private final Map<Integer, Progress> blocks = new HashMap<>();
  private int last = -1;
  private Progress progress = new Progress();

  int now() {
    return clock;
  }

  private Progress of(int block) {
    if (block != last) {
      last = block;
      progress = blocks.computeIfAbsent(block, _ -> new Progress());
    }
    return progress;
  }

  /// All threads of a block have met, or it begins: true if it begins.
  boolean barrier(BlockState block) {
    boolean begins = !blocks.containsKey(block.index);
    of(block.index).lastBarrier = ++clock;
    return begins;
  }

  /// When all threads of a block last met.
  int lastBarrier(Warp warp) {
    return of(warp.block.index).lastBarrier;
  }

  void warpBarrier(Warp warp) {
    warp.synchronisedAt = ++clock;
  }

  /// @param ofBlock whether it orders for the threads of the block only
  void fence(Warp warp, boolean ofBlock) {
    if (!ofBlock) {
      of(warp.block.index).lastFence = clock;
    }
    warp.fencedAt = clock++;
  }

  /// A warp has looked what others wrote before their fences.
  void look(Warp warp, boolean ofBlock) {
    of(warp.block.index).hasLooked |= !ofBlock;
    warp.lookedAt = clock;
  }

  /// Whether a thread of another block made that touch.
  boolean isOfAnother(Warp warp, long touch) {
    return Shadow.thread(touch) / warp.block.paddedThreads() != warp.block.index;
  }

  /// Whether that touch is unordered with an access by `thread` now.
  boolean conflicts(Warp warp, boolean isShared, long touch, int thread) {
    int other = Shadow.thread(touch);
    int time = Shadow.time(touch);
    if (other < 0 || other == thread) {
      return false;
    }
    int threads = warp.block.paddedThreads();
    int otherBlock = other / threads;
    if (otherBlock != warp.block.index) {
      return !isShared && !(of(warp.block.index).hasLooked && time <= fenceOf(otherBlock));
    }
    if (time < of(otherBlock).lastBarrier) {
      return false;
    }
    if (other / 32 == thread / 32) {
      return time >= warp.synchronisedAt;
    }
    var otherWarp = warp.block.warp(other % threads / 32);
    return !(time <= otherWarp.fencedAt && time < warp.lookedAt);
  }

  private int fenceOf(int block) {
    var other = blocks.get(block);
    return other == null ? 0 : other.lastFence;
  }
}
