package tapeline.gpu.emulator.execute;

import tapeline.gpu.Dim3;
import tapeline.gpu.ptx.PtxFunction;

/// Which kernel runs, over how many blocks of how many threads, with what.
///
/// @param cooperative whether its blocks are there at one time, and may wait for each other
/// @param budget how many jumps a block may make before it counts as an endless loop
public record KernelLaunch(
    PtxFunction kernel,
    Dim3 grid,
    Dim3 block,
    int dynamicShared,
    byte[] parameters,
    boolean cooperative,
    long budget) {

  int blocks() {
    return Math.toIntExact(grid.volume());
  }

  /// The threads of one block.
  int threads() {
    return Math.toIntExact(block.volume());
  }
}
