package tapeline.gpu.emulator.execute;

import tapeline.gpu.ptx.Instruction;

/// An order of warps and lanes that is not the usual one.
interface WarpSchedule {
  /// The warp gives its turn back.
  int WAIT = -1;

  /// Asked before each instruction; may let another warp go on first.
  ///
  /// @param lanes those that are to execute it
  /// @return which of them stay here until the warp's others have gone as far as they may without
  ///   them; 0 for none, or [#WAIT]
  int staying(Warp warp, Instruction next, int lanes);
}
