package tapeline.gpu.emulator.execute;

import tapeline.gpu.ptx.Instruction;

/// An order of warps that is not the usual one.
interface WarpSchedule {
  /// Asked before each instruction; may let another warp go on first.
  ///
  /// @return whether this warp gives its turn back
  boolean stops(Warp warp, Instruction next);
}
