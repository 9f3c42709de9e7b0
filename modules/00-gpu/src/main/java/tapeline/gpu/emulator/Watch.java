package tapeline.gpu.emulator;

import tapeline.gpu.ptx.Instruction;

/// Somebody who watches a launch: counts, or looks for mistakes. A plain launch has none and pays
/// for none.
interface Watch {
  /// A warp reads or writes; its addresses are known to be good.
  void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses);

  /// A step begins, for the lanes in `mask`.
  void step(Warp warp, Code code, int pc, int mask);

  /// The lanes of a warp part at a branch.
  void divergence(Code code, int pc);

  void barrier(BlockState block);

  /// A warp waits at a barrier, and another of its block at another, which now both open.
  void otherBarrier(Warp warp, Instruction instruction, Instruction other);

  void warpBarrier(Warp warp);

  void fence(Warp warp);

  /// A lane reads a register that it has not written.
  void undefined(Warp warp, Instruction instruction, int lane);

  /// A lane asks another one, which is not there.
  void absentLane(Warp warp, Instruction instruction, int lane, int absent);
}
