package tapeline.gpu.emulator.execute;

import tapeline.gpu.Dim3;
import tapeline.gpu.ptx.PtxFunction;

/// Which kernel runs, over how many blocks of how many threads, with what.
///
/// @param gridWorkspace where a cooperative launch has 8 bytes of zeros, whose blocks are there at
///   one time and may wait for each other; 0 for another launch
/// @param budget how many jumps a block may make before it counts as an endless loop
public record KernelLaunch(
    PtxFunction kernel,
    Dim3 grid,
    Dim3 block,
    int dynamicShared,
    byte[] parameters,
    long gridWorkspace,
    long budget) {

  boolean cooperative() {
    return gridWorkspace != 0;
  }

  int blocks() {
    return Math.toIntExact(grid.volume());
  }

  /// The threads of one block.
  int threads() {
    return Math.toIntExact(block.volume());
  }
}
