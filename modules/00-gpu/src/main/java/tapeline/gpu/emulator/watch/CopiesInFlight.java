package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.ptx.Instruction;

/// The bytes of shared memory that asynchronous copies may still write, as their threads have not
/// waited: to read or write those is a mistake.
final class CopiesInFlight {
  /// @param thread that made it, in its block
  private record Copy(Instruction instruction, int thread) {}

  private final IdentityHashMap<BlockState, @Nullable Copy[]> blocks = new IdentityHashMap<>();
  private final UnwrittenReads.Report report;

  CopiesInFlight(UnwrittenReads.Report report) {
    this.report = report;
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  void clear(BlockState block) {
    blocks.remove(block);
  }

  void begin(Warp warp, MemoryAccess to, int mask, long[] targets) {
    var bytes = blocks.computeIfAbsent(warp.block, b -> new Copy[b.shared.length]);
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) targets[lane];
      Arrays.fill(bytes, at, at + to.bytes, new Copy(to.instruction, 32 * warp.id + lane));
    }
  }

  void end(Warp warp, MemoryAccess to, int at) {
    var bytes = blocks.get(warp.block);
    if (bytes != null) {
      Arrays.fill(bytes, at, at + to.bytes, null);
    }
  }

  /// Returns whether an access touches such bytes, which is then reported.
  boolean touched(Warp warp, MemoryAccess access, int mask, long[] addresses) {
    var bytes = blocks.get(warp.block);
    if (bytes == null) {
      return false;
    }
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      for (int at = (int) addresses[lane]; at < addresses[lane] + access.bytes; at++) {
        var copy = bytes[at];
        if (copy != null) {
          int touched = at;
          report.found(
              warp,
              FaultKind.PENDING_COPY,
              access.instruction,
              lane,
              () ->
                  "%s byte %d of shared memory, which the copy at %s by %s may still write"
                      .formatted(
                          access.load ? "reads" : "writes",
                          touched,
                          copy.instruction.source(),
                          RaceWords.thread(
                              warp, warp.block.index * warp.block.paddedThreads() + copy.thread)));
          return true;
        }
      }
    }
    return false;
  }
}
