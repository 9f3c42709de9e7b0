package tapeline.gpu.emulator;

import java.util.List;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.emulator.watch.InstructionCount;
import tapeline.gpu.ptx.KernelLine;

/// The cost of one line of the kernel's source, over all warps of a launch.
///
/// @param instructions instructions executed, counted once for a warp
/// @param lanes the same, counted once for each thread that took part
/// @param requests accesses to global memory, counted once for a warp
/// @param sectors of global memory that those needed
/// @param tensorFlops those of the flops that tensor cores do
/// @param localRequests accesses to the threads' own arrays, which lie in device memory, too
public record LineReport(
    KernelLine source,
    long instructions,
    long lanes,
    long requests,
    long sectors,
    long idealSectors,
    long sharedRequests,
    long wavefronts,
    long idealWavefronts,
    long branches,
    long divergences,
    long localRequests,
    long localSectors,
    long flops,
    long tensorFlops) {

  static LineReport of(KernelLine source, List<InstructionCount> counts) {
    return new LineReport(
        source,
        sum(counts, InstructionCount.EXECUTIONS),
        sum(counts, InstructionCount.LANES),
        sum(counts, InstructionCount.REQUESTS),
        sum(counts, InstructionCount.SECTORS),
        sum(counts, InstructionCount.IDEAL_SECTORS),
        sum(counts, InstructionCount.SHARED_REQUESTS),
        sum(counts, InstructionCount.WAVEFRONTS),
        sum(counts, InstructionCount.IDEAL_WAVEFRONTS),
        sum(
            counts.stream().filter(InstructionCount::isBranch).toList(),
            InstructionCount.EXECUTIONS),
        sum(counts, InstructionCount.DIVERGENCES),
        sum(counts, InstructionCount.LOCAL_REQUESTS),
        sum(counts, InstructionCount.LOCAL_SECTORS),
        counts.stream().mapToLong(InstructionCount::flops).sum(),
        counts.stream().mapToLong(InstructionCount::tensorFlops).sum());
  }

  private static long sum(List<InstructionCount> counts, int column) {
    return counts.stream().mapToLong(c -> c.get(column)).sum();
  }

  /// 4 is ideal for 4-byte elements, 32 the worst; 0 without requests.
  public double sectorsPerRequest() {
    return requests == 0 ? 0 : (double) sectors / requests;
  }

  /// 1 is ideal for 4-byte elements: no bank conflicts.
  public double wavefrontsPerRequest() {
    return sharedRequests == 0 ? 0 : (double) wavefronts / sharedRequests;
  }

  /// The share of a warp's 32 lanes that did something, 0 to 1.
  public double laneEfficiency() {
    return instructions == 0 ? 0 : lanes / (32.0 * instructions);
  }

  /// Bytes that moved between the chip's memory system and its cores.
  public long bytes() {
    return GpuLimits.SECTOR_BYTES * sectors;
  }

  /// Arithmetic intensity: floating-point operations per byte of global memory moved.
  public double intensity() {
    return sectors == 0 ? 0 : (double) flops / bytes();
  }
}
