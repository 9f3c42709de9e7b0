package tapeline.gpu.emulator.watch;

import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// The words for a race: who the other thread is, and what would order the two.
final class RaceWords {
  static final String BOTH_WRITE = "both write";
  private static final String WARP_BARRIER = "__syncwarp()";
  private static final String BARRIER = "__syncthreads()";

  private RaceWords() {}

  static String thread(Warp warp, int other) {
    var launch = warp.block.launch;
    int threads = warp.block.paddedThreads();
    boolean sameBlock = other / threads == warp.block.index;
    return "thread %s%s"
        .formatted(
            launch.block().point(other % threads),
            sameBlock ? "" : " of block " + launch.grid().point(other / threads));
  }

  static String missing(boolean needsAtomic, boolean sameWarp, boolean sameBlock, String how) {
    return needsAtomic
        ? "each adds to what it has read, so one of them is lost; use an atomic"
        : sameWarp
            ? "no " + WARP_BARRIER + " between them"
            : sameBlock
                ? "no " + BARRIER + " between them"
                : how.equals(BOTH_WRITE)
                    ? "nothing orders blocks; give each a place of its own, or use an atomic"
                    : "nothing orders blocks; write to a second buffer, launch twice, or hand over by"
                        + " __threadfence() and an atomic";
  }

  /// Recommends the barrier of the block where warps race, too: a warp's barrier would not be
  /// enough.
  static Finding forTheBlock(Finding f) {
    return f.kind() == FaultKind.WARP_RACE && f.message().contains("of shared memory")
        ? f.saying(f.message().replace(WARP_BARRIER, BARRIER))
        : f;
  }

  static RacingPair forTheBlock(RacingPair pair) {
    return pair.isInsideAWarp() && pair.shared()
        ? pair.missing(pair.missing().replace(WARP_BARRIER, BARRIER))
        : pair;
  }
}
