package tapeline.gpu.emulator.watch;

import tapeline.gpu.emulator.fault.Finding;

/// Two warps, or two lanes of one, that race for a place in memory.
///
/// @param missing what would order them
/// @param shared whether the place is in shared memory
/// @param at its first byte, in shared memory or from the start of global memory
/// @param block the number of the block in the grid whose access the finding names
/// @param warp its warp in the block
/// @param lane the number of its thread in that
/// @param otherBlock the same of the access before that
public record RacingPair(
    Finding finding,
    String missing,
    boolean shared,
    int at,
    int bytes,
    int block,
    int warp,
    int lane,
    int otherBlock,
    int otherWarp,
    int otherLane) {

  /// Returns whether the other race is of the same two warps.
  boolean isOfTheWarpsOf(RacingPair other) {
    return block == other.block
        && warp == other.warp
        && otherBlock == other.otherBlock
        && otherWarp == other.otherWarp;
  }

  RacingPair missing(String words) {
    return new RacingPair(
        finding, words, shared, at, bytes, block, warp, lane, otherBlock, otherWarp, otherLane);
  }

  /// Returns whether both accesses are of lanes of one warp.
  public boolean isInsideAWarp() {
    return block == otherBlock && warp == otherWarp;
  }
}
