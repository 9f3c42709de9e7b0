package tapeline.gpu.emulator.execute;

import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;

/// A watcher of a launch: it counts, or looks for mistakes. A plain launch has none and pays for
/// none.
public interface ExecutionListener {
  /// A warp reads or writes; its addresses are known to be good.
  ///
  /// @param addresses those of the instruction [MemoryAccess#first], told before: the access's own
  ///   lie [MemoryAccess#moved] behind them
  void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses);

  /// A compiled segment has made its accesses.
  default void accesses(Warp warp, SegmentRequests requests, int mask) {
    for (int i = 0; i < requests.all().length; i++) {
      var access = requests.all()[i];
      access(warp, access, access.space, mask, warp.room(requests.rooms()[i]));
    }
  }

  /// Lanes begin to copy past their registers: all those of `mask` write, and `reading` are those
  /// that read as much.
  default void copyBegins(
      Warp warp,
      MemoryAccess from,
      int reading,
      long[] sources,
      MemoryAccess to,
      int mask,
      long[] targets) {}

  /// A lane has waited for such a copy, whose bytes are now in shared memory.
  default void copyEnds(Warp warp, MemoryAccess to, int lane, int at) {}

  /// A step begins, for the lanes in `mask`.
  void step(Warp warp, Code code, int pc, int mask);

  /// The lanes of a warp part at a branch.
  void divergence(Code code, int pc);

  /// The warps of a block have met, or it begins.
  default void barrier(BlockState block) {}

  /// Some of its warps have met, and no others.
  ///
  /// @param barrier its number
  /// @param warps a bit for each that has met
  default void partBarrier(BlockState block, int barrier, int warps) {}

  /// A warp has come to such a barrier and does not wait.
  default void arrival(Warp warp, int barrier) {}

  /// A lane of a warp arrives at the barrier that lies at a byte of shared memory.
  ///
  /// @param last whether this ends a phase
  default void phaseArrival(Warp warp, int at, boolean last) {}

  /// A lane of a warp sees that the last phase of such a barrier has ended.
  default void phaseSeen(Warp warp, int at) {}

  /// A warp waits at a barrier, and another of its block at another, which now both open.
  default void otherBarrier(Warp warp, Instruction instruction, Instruction other) {}

  /// These lanes of a warp have met.
  default void warpBarrier(Warp warp, int lanes) {}

  /// The writes of a warp are now visible to all.
  default void fence(Warp warp, boolean ofBlock) {}

  /// A lane reads a register that it has not written.
  default void undefined(Warp warp, Instruction instruction, int lane) {}

  /// A lane asks another one, which is not there.
  default void absentLane(Warp warp, Instruction instruction, int lane, int absent) {}

  /// A lane is not among those that the mask of its own exchange names.
  default void outsideMask(Warp warp, Instruction instruction, int lane, int named) {}
}
