package tapeline.gpu.emulator.execute;

import tapeline.gpu.ptx.Instruction;

/// The `nth` time, from 1 on, that a warp comes to an access of memory.
///
/// @param block the number of its block in the grid
/// @param warp its number in the block
/// @param lane the one that it is about; −1 for all
public record NthAccess(int block, int warp, int lane, Instruction instruction, int nth) {
  boolean isAt(Warp now, Instruction next, int lanes) {
    return warp == now.id
        && block == now.block.index
        && (lane < 0 || (lanes >> lane & 1) != 0)
        && instruction.equals(next);
  }
}
