package tapeline.gpu.emulator.execute;

import java.util.function.IntSupplier;
import tapeline.gpu.Dim3;
import tapeline.gpu.ptx.PtxFunction;

/// Which kernel runs, over how many blocks of how many threads, with what.
///
/// @param gridWorkspace where a cooperative launch has 8 bytes of zeros, whose blocks are there at
///   one time and may wait for each other; 0 for another launch
/// @param budget how many jumps a block may make before it counts as an endless loop
/// @param seconds how many seconds of the processor it may take, likewise
/// @param checkedBlocks how many blocks are looked at for mistakes, spread over the grid; 0 for all
/// @param resident how many blocks a device has at one time
public record KernelLaunch(
    PtxFunction kernel,
    Dim3 grid,
    Dim3 block,
    int dynamicShared,
    byte[] parameters,
    long gridWorkspace,
    long budget,
    long seconds,
    int checkedBlocks,
    IntSupplier resident) {

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
