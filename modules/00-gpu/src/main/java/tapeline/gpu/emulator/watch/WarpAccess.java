package tapeline.gpu.emulator.watch;

import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.memory.GlobalMemory;

/// An access by the lanes of a warp to shared or global memory.
///
/// @param since what was before that time is ordered before it
record WarpAccess(Warp warp, MemoryAccess access, boolean isShared, int mask, int since) {

  /// The number of a warp's first thread in the grid. Blocks are counted in whole warps.
  static int firstThread(Warp warp) {
    return warp.block.index * warp.block.paddedThreads() + 32 * warp.id;
  }

  /// Returns the index of an address in its memory.
  int place(long address) {
    return (int) (address - (isShared ? 0 : GlobalMemory.BASE));
  }

  /// Atomics, accesses with a memory order, and volatile ones of global memory, by which blocks
  /// talk to each other.
  boolean synchronises() {
    return access.atomic
        || (access.isVolatile && !(isShared && access.instruction.has("volatile")));
  }

  /// Returns whether its warp sees what others made visible before.
  boolean looks() {
    return isShared ? access.acquires : synchronises();
  }

  /// Returns whether it is for the threads of one block only.
  boolean isOfBlock() {
    return access.instruction.has("cta");
  }
}
