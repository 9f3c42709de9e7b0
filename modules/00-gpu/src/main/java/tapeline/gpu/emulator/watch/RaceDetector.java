package tapeline.gpu.emulator.watch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;

/// Finds races and reads of memory that was not written, while it counts.
///
/// Two accesses to one byte by different threads race when at least one writes, not both are
/// atomic, and nothing orders them: see [AccessOrder].
public final class RaceDetector extends Counters {
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final GlobalMemory global;
  private final Shadow[] sharedShadows = {new Shadow(), new Shadow()};
  private final Shadow[] globalShadows = {new Shadow(), new Shadow()};
  private final UnwrittenReads unwritten;
  private final AccessOrder order = new AccessOrder();

  public RaceDetector(GlobalMemory global) {
    this.global = global;
    unwritten = new UnwrittenReads(global, this::report);
  }

  @Override
  public List<Finding> findings() {
    return findings;
  }

  @Override
  public void barrier(BlockState block) {
    if (order.barrier(block)) {
      unwritten.written(true).removeAll(0, block.shared.length);
    }
  }

  @Override
  public void otherBarrier(Warp warp, Instruction instruction, Instruction other) {
    report(
        warp,
        FaultKind.MIXED_BARRIERS,
        instruction,
        0,
        "warp %d waits here and an earlier one at %s: the two barriers count as one"
            .formatted(warp.id, other.source()));
  }

  @Override
  public void warpBarrier(Warp warp) {
    order.warpBarrier(warp);
  }

  @Override
  public void fence(Warp warp) {
    order.fence(warp);
  }

  @Override
  public void undefined(Warp warp, Instruction instruction, int lane) {
    report(
        warp,
        FaultKind.UNDEFINED_VARIABLE,
        instruction,
        lane,
        "a local variable has no value yet on the way this thread came");
  }

  @Override
  public void absentLane(Warp warp, Instruction instruction, int lane, int absent) {
    report(
        warp,
        FaultKind.ABSENT_LANE,
        instruction,
        lane,
        "lane %d is not executing this instruction, so its value is undefined".formatted(absent));
  }

  @Override
  public void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses) {
    super.access(warp, access, place, mask, addresses);
    if (place == Space.LOCAL) {
      unwritten.local(warp, access, mask, addresses);
      return;
    }
    boolean isShared = place == Space.SHARED;
    if (!isShared && synchronises(access, false)) {
      order.look();
    }
    if (access.load) {
      unwritten.read(warp, access, isShared, mask, addresses);
    }
    if (access.load && !access.atomic) {
      read(warp, access, isShared, mask, addresses);
    } else {
      write(warp, access, isShared, mask, addresses);
    }
  }

  private static long base(boolean isShared) {
    return isShared ? 0 : GlobalMemory.BASE;
  }

  private Shadow shadow(boolean isShared, int grain) {
    return (isShared ? sharedShadows : globalShadows)[grain == 0 ? 1 : 0];
  }

  /// How many bits of an address a piece of the shadow leaves out.
  private static int grain(MemoryAccess access) {
    return access.elementBytes < 4 ? 0 : 2;
  }

  private static int firstThread(Warp warp) {
    return warp.block.index * warp.block.paddedThreads() + 32 * warp.id;
  }

  private void read(Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses) {
    boolean synchronises = synchronises(access, isShared);
    int grain = grain(access);
    var shadow = shadow(isShared, grain);
    long base = base(isShared);
    int first = firstThread(warp);
    int pieces = Math.max(1, access.bytes >> grain);
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base);
      for (int piece = at >> grain; piece < (at >> grain) + pieces; piece++) {
        var page = shadow.page(piece);
        int i = Shadow.place(piece);
        long writer = page.writer[i];
        if (writer != 0
            && order.conflicts(warp, isShared, writer, first + lane)
            && !(synchronises && page.atomicWrite[i])) {
          race(
              warp, access, isShared, piece << grain, lane, writer, "reads what the other writes:");
        }
        if (!synchronises) { // else it may be written at any time, and the reader knows
          page.read(i, Shadow.touch(first + lane, order.now()), warp.block.paddedThreads());
        }
      }
    }
  }

  private void write(Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses) {
    boolean synchronises = synchronises(access, isShared);
    boolean comparable = !access.atomic && access.rows.length == 1;
    var written = unwritten.written(isShared);
    int grain = grain(access);
    var shadow = shadow(isShared, grain);
    int first = firstThread(warp);
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base(isShared));
      long value = comparable ? warp.registers[access.rows[0] + lane] : 0;
      for (int piece = at >> grain; piece < (at + access.bytes) >> grain; piece++) {
        var page = shadow.page(piece);
        int i = Shadow.place(piece);
        long writer = page.writer[i];
        boolean harmless = // the same value at the same time, or both atomic
            (comparable && Shadow.time(writer) == order.now() && page.value[i] == value)
                || (synchronises && page.atomicWrite[i]);
        if (!harmless && order.conflicts(warp, isShared, writer, first + lane)) {
          race(warp, access, isShared, piece << grain, lane, writer, "both write");
        } else {
          for (int which = 0; which < Shadow.READERS; which++) {
            checkReader(warp, access, isShared, piece << grain, lane, page.reader(i, which));
          }
        }
        page.write(i, Shadow.touch(first + lane, order.now()), synchronises, value);
      }
      written.add(at, access.bytes);
    }
  }

  private void checkReader(
      Warp warp, MemoryAccess access, boolean isShared, int at, int lane, long reader) {
    if (order.conflicts(warp, isShared, reader, firstThread(warp) + lane)) {
      race(warp, access, isShared, at, lane, reader, "writes what the other reads:");
    }
  }

  /// Atomics, and volatile accesses of global memory, by which blocks talk to each other.
  private static boolean synchronises(MemoryAccess access, boolean isShared) {
    return access.atomic || (!isShared && access.isVolatile);
  }

  private void race(
      Warp warp, MemoryAccess access, boolean isShared, int at, int lane, long touch, String how) {
    int other = Shadow.thread(touch);
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
                warp.block.launch.block().point(other % threads),
                sameBlock ? "" : " of block " + warp.block.launch.grid().point(other / threads));
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
