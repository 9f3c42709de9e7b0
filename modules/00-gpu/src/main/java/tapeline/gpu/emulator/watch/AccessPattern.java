package tapeline.gpu.emulator.watch;

import tapeline.gpu.GpuLimits;
import tapeline.gpu.ptx.Instruction;

/// One request of one warp, as data for a chart: which lanes took part and what address each asked
/// for.
///
/// @param cost sectors of global memory, or wavefronts of shared memory
public record AccessPattern(
    Instruction instruction,
    boolean shared,
    boolean load,
    int bytes,
    int lanes,
    long[] addresses,
    int cost) {

  public boolean takesPart(int lane) {
    return (lanes >> lane & 1) != 0;
  }

  /// The sector a lane's global access lies in, counted from the lowest one of the request.
  public int sector(int lane) {
    return (int) (addresses[lane] / GpuLimits.SECTOR_BYTES - lowest() / GpuLimits.SECTOR_BYTES);
  }

  /// The bank of shared memory that a lane asks first.
  public int bank(int lane) {
    return (int) (addresses[lane] >>> 2) & 31;
  }

  public long lowest() {
    long lowest = Long.MAX_VALUE;
    for (int lane = 0; lane < 32; lane++) {
      lowest = takesPart(lane) ? Math.min(lowest, addresses[lane]) : lowest;
    }
    return lowest;
  }

  /// One order for all runs, whichever worker saw the request first.
  boolean isWorseThan(AccessPattern other) {
    return cost != other.cost ? cost > other.cost : lowest() < other.lowest();
  }

  /// How many lanes from this one on shared memory serves together.
  public int lanesTogether(int first) {
    return MemoryCost.lanesTogether(addresses, lanes, bytes, load, first);
  }
}
