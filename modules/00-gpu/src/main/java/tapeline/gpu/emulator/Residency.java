package tapeline.gpu.emulator;

import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.KernelResources;
import tapeline.gpu.ptx.ControlFlow;
import tapeline.gpu.ptx.Liveness;
import tapeline.gpu.ptx.PtxFunction;

/// How many blocks are on a multiprocessor at one time, by their threads, registers and shared
/// memory.
final class Residency {
  private static final int REGISTERS = 1 << 16; // of a multiprocessor
  private static final int LEAST_REGISTERS = 16; // of a thread
  private static final int MOST_REGISTERS = 255;

  private Residency() {}

  /// An estimate of a thread's registers: the words that are alive at one time, in steps of 8.
  static int registers(PtxFunction function) {
    long alive = new Liveness(function, new ControlFlow(function)).mostWords();
    return Math.clamp((alive + 7) / 8 * 8, LEAST_REGISTERS, MOST_REGISTERS);
  }

  /// How many blocks a multiprocessor has at most.
  private static int mostBlocks(int capability) {
    return switch (capability) {
      case 75 -> 16;
      case 89 -> 24;
      default -> 32;
    };
  }

  /// The shared memory that each block has besides its own, since compute capability 8.0.
  private static int reservedBytes(int capability) {
    return capability < 80 ? 0 : 1 << 10;
  }

  static int blocks(GpuLimits limits, KernelResources uses, int threads, int sharedBytes) {
    if (threads > uses.maxThreads()) {
      return 0;
    }
    int most = mostBlocks(limits.capability());
    int warps = Math.ceilDiv(threads, limits.warp());
    int byThreads = limits.threadsPerMultiprocessor() / (warps * limits.warp());
    int byRegisters = REGISTERS / (limits.warp() * uses.registers() * warps);
    int reserved = reservedBytes(limits.capability());
    long shared = (long) uses.sharedBytes() + sharedBytes + reserved;
    long all = (long) limits.sharedBytesOptIn() + reserved;
    int byShared = shared == 0 ? most : (int) (all / shared);
    return Math.min(Math.min(most, byShared), Math.min(byThreads, byRegisters));
  }

  /// @throws IllegalArgumentException when the blocks of a cooperative launch are too many
  static void check(GpuLimits limits, KernelResources uses, GpuLaunch launch) {
    int threads = (int) launch.block().volume();
    long room =
        (long) limits.multiprocessors() * blocks(limits, uses, threads, launch.sharedBytes());
    if (launch.grid().volume() > room) {
      throw new IllegalArgumentException(
          "a cooperative launch has all blocks on the device at one time, at most %d of this kernel: got %d"
              .formatted(room, launch.grid().volume()));
    }
  }
}
