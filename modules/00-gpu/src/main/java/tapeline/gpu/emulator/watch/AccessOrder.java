package tapeline.gpu.emulator.watch;

import java.util.HashMap;
import java.util.Map;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.Warp;

/// Which accesses of memory are ordered. One clock ticks at all that orders: inside a warp
/// `__syncwarp()`, inside a block `__syncthreads()`, between blocks a fence by the writer followed
/// by an atomic of the reader.
final class AccessOrder {
  private int clock = 1;
  private int lastBarrier;
  private int blockStart;
  private int currentBlock = -1;

  /// By block: when one of its threads last made its writes visible to all; and whether it has
  /// looked, by an atomic.
  private final Map<Integer, Integer> lastFence = new HashMap<>();

  private boolean hasLooked;

  int now() {
    return clock;
  }

  /// All threads of a block have met, or it begins: true if it begins.
  boolean barrier(BlockState block) {
    lastBarrier = ++clock;
    if (block.index == currentBlock) {
      return false;
    }
    currentBlock = block.index;
    hasLooked = false;
    blockStart = clock;
    return true;
  }

  void warpBarrier(Warp warp) {
    warp.synchronisedAt = ++clock;
  }

  void fence(Warp warp) {
    lastFence.put(warp.block.index, clock++);
  }

  /// The present block has looked what other blocks wrote before their fences.
  void look() {
    hasLooked = true;
  }

  /// Whether that touch is unordered with an access by `thread` now.
  boolean conflicts(Warp warp, boolean isShared, long touch, int thread) {
    int other = Shadow.thread(touch);
    int time = Shadow.time(touch);
    if (other < 0 || other == thread) {
      return false;
    }
    if (time >= lastBarrier) {
      return time >= warp.synchronisedAt || other / 32 != thread / 32;
    }
    if (isShared || time >= blockStart) {
      return false; // a barrier of this block lies between
    }
    int otherBlock = other / warp.block.paddedThreads();
    return !(hasLooked && time <= lastFence.getOrDefault(otherBlock, 0));
  }
}
