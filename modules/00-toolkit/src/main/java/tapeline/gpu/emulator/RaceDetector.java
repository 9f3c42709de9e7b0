package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tapeline.gpu.ptx.Instruction;

/// Finds races and reads of memory that nobody wrote, while it counts.
///
/// Two accesses to one byte by different threads race when at least one writes, not both are
/// atomic, and nothing orders them. What orders: inside a warp `__syncwarp()`, inside a block
/// `__syncthreads()`, between blocks a fence by the writer followed by an atomic of the reader. One
/// clock ticks at all of these, and every access is stamped.
final class RaceDetector extends Counters {
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final GlobalMemory global;
  private final Shadow sharedShadow;
  private final Shadow globalShadow = new Shadow();
  private final BitSet sharedWritten = new BitSet();
  private int clock = 1;
  private int lastBarrier;
  private int blockStart;
  private int currentBlock = -1;

  /// By block: when one of its threads last made its writes visible to all; and whether it has
  /// looked, by an atomic.
  private final Map<Integer, Integer> lastFence = new HashMap<>();

  private boolean hasLooked;

  RaceDetector(GlobalMemory global) {
    this.global = global;
    sharedShadow = new Shadow();
  }

  @Override
  List<Finding> findings() {
    return findings;
  }

  @Override
  public void barrier(BlockState block) {
    lastBarrier = ++clock;
    if (block.index != currentBlock) {
      currentBlock = block.index;
      hasLooked = false;
      blockStart = clock;
      sharedWritten.clear();
    }
  }

  @Override
  public void warpBarrier(Warp warp) {
    warp.synchronisedAt = ++clock;
  }

  @Override
  public void fence(Warp warp) {
    lastFence.put(warp.block.index, clock++);
  }

  @Override
  public void absentLane(Warp warp, Instruction instruction, int lane, int absent) {
    report(
        warp,
        FaultKind.ABSENT_LANE,
        instruction,
        lane,
        "lane %d is not executing this instruction; its value is undefined".formatted(absent));
  }

  @Override
  public void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses) {
    super.access(warp, access, place, mask, addresses);
    if (place == Space.LOCAL) {
      return;
    }
    boolean isShared = place == Space.SHARED;
    var shadow = isShared ? sharedShadow : globalShadow;
    if (!isShared && synchronises(access, isShared)) {
      hasLooked = true;
    }
    boolean reads = access.load;
    if (reads) {
      checkInitialised(warp, access, isShared, mask, addresses);
    }
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int thread = warp.block.index * warp.block.paddedThreads() + 32 * warp.id + lane;
      for (int i = 0; i < access.bytes; i += shadow.grain(access.elementBytes)) {
        touch(warp, access, isShared, shadow, place(isShared, addresses[lane]) + i, lane, thread);
      }
    }
    if (!access.load || access.atomic) {
      var written = isShared ? sharedWritten : global.written();
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int at = place(isShared, addresses[Integer.numberOfTrailingZeros(lanes)]);
        written.set(at, at + access.bytes);
      }
    }
  }

  private static int place(boolean isShared, long address) {
    return (int) (isShared ? address : address - GlobalMemory.BASE);
  }

  private void checkInitialised(
      Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses) {
    var written = isShared ? sharedWritten : global.written();
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = place(isShared, addresses[lane]);
      if (!allSet(written, at, access.bytes)) {
        report(
            warp,
            isShared ? FaultKind.SHARED_UNINITIALISED : FaultKind.UNINITIALISED,
            access.instruction,
            lane,
            isShared
                ? "byte %d of shared memory is read before anybody wrote it".formatted(at)
                : global.describe(GlobalMemory.BASE + at, access.elementBytes)
                    + ", is read before anybody wrote it");
      }
    }
  }

  private static boolean allSet(BitSet bits, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (!bits.get(i)) {
        return false;
      }
    }
    return true;
  }

  private void touch(
      Warp warp,
      MemoryAccess access,
      boolean isShared,
      Shadow shadow,
      int at,
      int lane,
      int thread) {
    var cell = shadow.cell(at);
    boolean writes = !access.load || access.atomic;
    boolean synchronises = synchronises(access, isShared);
    if (conflicts(warp, isShared, cell.writer, cell.written, thread)
        && !(synchronises && cell.atomicWrite)
        && !(writes
            && !access.atomic
            && cell.written == clock
            && sameValue(warp, access, cell, lane))) {
      race(
          warp,
          access,
          isShared,
          at,
          lane,
          cell.writer,
          writes ? "both write" : "reads what the other writes:");
    } else if (writes) {
      int reader =
          conflicts(warp, isShared, cell.reader, cell.read, thread)
              ? cell.reader
              : conflicts(warp, isShared, cell.otherReader, cell.otherRead, thread)
                  ? cell.otherReader
                  : -1;
      if (reader >= 0) {
        race(warp, access, isShared, at, lane, reader, "writes what the other reads:");
      }
    }
    if (writes) {
      cell.writer = thread;
      cell.written = clock;
      cell.atomicWrite = synchronises;
      cell.value = access.atomic ? 0 : warp.registers[access.rows[0] + lane];
    } else if (synchronises) {
      return; // it may be written at any time, and the reader knows
    } else if (cell.reader != thread) {
      cell.otherReader = cell.reader;
      cell.otherRead = cell.read;
      cell.reader = thread;
      cell.read = clock;
    } else {
      cell.read = clock;
    }
  }

  /// Atomics, and volatile accesses of global memory, by which blocks talk to each other.
  private static boolean synchronises(MemoryAccess access, boolean isShared) {
    return access.atomic || !isShared && access.isVolatile;
  }

  /// Threads that write the same value to the same place at once do no harm.
  private static boolean sameValue(Warp warp, MemoryAccess access, Shadow.Cell cell, int lane) {
    return access.rows.length == 1 && cell.value == warp.registers[access.rows[0] + lane];
  }

  /// Whether an access by `other` at time `stamp` is unordered with one by `thread` now.
  private boolean conflicts(Warp warp, boolean isShared, int other, int stamp, int thread) {
    if (other < 0 || other == thread) {
      return false;
    }
    if (stamp >= lastBarrier) {
      return stamp >= warp.synchronisedAt || other / 32 != thread / 32;
    }
    if (isShared || stamp >= blockStart) {
      return false; // a barrier of this block lies between
    }
    int otherBlock = other / warp.block.paddedThreads();
    return !(hasLooked && stamp <= lastFence.getOrDefault(otherBlock, 0));
  }

  private void race(
      Warp warp, MemoryAccess access, boolean isShared, int at, int lane, int other, String how) {
    int threads = warp.block.paddedThreads();
    boolean sameBlock = other / threads == warp.block.index;
    boolean sameWarp = sameBlock && other % threads / 32 == warp.id;
    var kind =
        sameWarp ? FaultKind.WARP_RACE : isShared ? FaultKind.SHARED_RACE : FaultKind.GLOBAL_RACE;
    String place =
        isShared
            ? "byte %d of shared memory".formatted(at)
            : global.describe(GlobalMemory.BASE + at, access.elementBytes);
    String who =
        "thread %s%s"
            .formatted(
                warp.block.launch.block().at(other % threads),
                sameBlock ? "" : " of block " + warp.block.launch.grid().at(other / threads));
    String missing =
        sameWarp
            ? "no __syncwarp() between them"
            : sameBlock
                ? "no __syncthreads() between them"
                : "nothing orders blocks; use an atomic";
    report(
        warp,
        kind,
        access.instruction,
        lane,
        "%s and this thread: %s %s; %s".formatted(who, how, place, missing));
  }

  private void report(Warp warp, FaultKind kind, Instruction in, int lane, String message) {
    if (known.add(kind + "@" + in.source())) {
      findings.add(warp.finding(kind, in, lane, message));
    }
  }
}
