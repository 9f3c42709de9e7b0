package tapeline.gpu.emulator.execute;

import tapeline.gpu.ptx.Instruction;

/// The `nth` time, from 1 on, that a warp comes to an access of memory.
///
/// @param block the number of its block in the grid
/// @param warp its number in the block
public record NthAccess(int block, int warp, Instruction instruction, int nth) {
  boolean isAt(Warp now, Instruction next) {
    return instruction == next && warp == now.id && block == now.block.index;
  }
}
