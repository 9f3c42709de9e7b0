package tapeline.gpu.emulator.watch;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.SegmentRequests;
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
  private static final int PAIRS = 6;

  private final Map<String, Finding> findings = new LinkedHashMap<>(); // by kind and line
  private final IdentityHashMap<Finding, List<RacingPair>> races = new IdentityHashMap<>();
  private final GlobalMemory global;
  private final Shadows globalShadows = new Shadows(false);
  private final IdentityHashMap<BlockState, Shadows> sharedShadows = new IdentityHashMap<>();
  private @Nullable BlockState lastBlock;
  private Shadows lastShadows = globalShadows;
  private final UnwrittenReads unwritten;
  private final CopiesInFlight copies = new CopiesInFlight(this::report);
  private final AccessOrder order = new AccessOrder();
  private final QuickLook quick = new QuickLook(order);
  private final AccessIdioms idioms = new AccessIdioms();
  private int mask; // of the access being looked at

  /// How many bits of an address the pieces of the two shadows leave out.
  private static final int[] GRAINS = {2, 0};

  static final long NO_VALUE = Long.MIN_VALUE;

  public RaceDetector(GlobalMemory global) {
    this.global = global;
    unwritten = new UnwrittenReads(global, this::report);
  }

  @Override
  public List<Finding> findings() {
    boolean between = betweenWarps();
    return findings.values().stream().map(f -> between ? RaceWords.forTheBlock(f) : f).toList();
  }

  private boolean betweenWarps() {
    return findings.values().stream().anyMatch(f -> f.kind() == FaultKind.SHARED_RACE);
  }

  /// The first pairs of warps that a race was seen by, of each race that was found.
  public List<List<RacingPair>> races() {
    boolean between = betweenWarps();
    return findings.values().stream()
        .map(races::get)
        .filter(Objects::nonNull)
        .map(pairs ->
            pairs.stream().map(pair -> between ? RaceWords.forTheBlock(pair) : pair).toList())
        .toList();
  }

  @Override
  public void barrier(BlockState block) {
    shadows(block, true).forget();
    if (order.barrier(block)) {
      unwritten.written(block, true).removeAll(0, block.shared.length);
      copies.clear(block);
    }
  }

  @Override
  public void partBarrier(BlockState block, int barrier, int warps) {
    order.barrier(block, barrier, warps);
  }

  @Override
  public void arrival(Warp warp, int barrier) {
    order.arrive(warp, barrier);
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
  public void warpBarrier(Warp warp, int lanes) {
    order.warpBarrier(warp, lanes);
  }

  @Override
  public void fence(Warp warp, boolean ofBlock) {
    order.fence(warp, ofBlock);
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
  public void outsideMask(Warp warp, Instruction instruction, int lane, int named) {
    report(
        warp,
        FaultKind.ABSENT_LANE,
        instruction,
        lane,
        "lane %d calls it with the mask 0x%08x, which does not name lane %d"
            .formatted(lane, named, lane));
  }

  @Override
  public void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses) {
    super.access(warp, access, place, mask, addresses);
    if (place == Space.LOCAL) {
      unwritten.local(warp, access, mask, addresses);
    } else {
      look(warp, access, place == Space.SHARED, mask);
    }
  }

  @Override
  public void accesses(Warp warp, SegmentRequests requests, int mask) {
    super.accesses(warp, requests, mask);
    for (var access : requests.all()) {
      look(warp, access, access.space == Space.SHARED, mask);
    }
  }

  private void look(Warp warp, MemoryAccess access, boolean isShared, int mask) {
    this.mask = mask;
    var asked = asked(access, isShared);
    if (!isQuick(warp, access, asked, isShared)) {
      look(warp, access, isShared, mask, asked.addresses(access));
    }
  }

  /// Whether it suffices to look at the request as a whole.
  private boolean isQuick(Warp warp, MemoryAccess access, LastRequest asked, boolean isShared) {
    var shadows = shadows(warp.block, isShared);
    if (!asked.repeats()
        || synchronises(access, isShared)
        || access.releases
        || (isShared && !copies.isEmpty())
        || !shadows.areAllLike(access)) {
      return false;
    }
    var places = asked.places();
    var written = unwritten.written(warp.block, isShared);
    long moved = asked.moved(access);
    if (access.load) {
      int last = Shadows.place(places.highest + moved);
      return written.allOf(Shadows.place(places.lowest + moved), last + access.bytes)
          && !idioms.guesses(warp.code(), access.instruction)
          && quick.read(warp, access, asked, isShared, shadows);
    }
    boolean updates = access.storesRegisters() && idioms.updates(warp.code(), access.instruction);
    if (!quick.write(warp, access, asked, isShared, shadows, updates)) {
      return false;
    }
    for (int i = 0; i < places.count; i++) {
      written.add(Shadows.place(places.places[i] + moved), access.bytes);
    }
    return true;
  }

  private void look(Warp warp, MemoryAccess access, boolean isShared, int mask, long... addresses) {
    if (isShared && copies.touched(warp, access, mask, addresses)) {
      return;
    }
    if (access.releases) {
      order.fence(warp, isOfBlock(access));
    }
    if (isShared ? access.acquires : synchronises(access, false)) {
      order.look(warp, isOfBlock(access));
    }
    if (access.load || access.atomic) {
      unwritten.read(warp, access, isShared, mask, addresses);
    }
    if (access.load && !access.atomic) {
      read(warp, access, isShared, mask, addresses);
    } else {
      write(warp, access, isShared, mask, addresses, true);
    }
  }

  /// A copy may write at any time until its thread has waited: what others have done before it
  /// begins is compared with it now, and what is done meanwhile is a mistake of its own.
  @Override
  public void copyBegins(
      Warp warp,
      MemoryAccess from,
      int reading,
      long[] sources,
      MemoryAccess to,
      int mask,
      long[] targets) {
    super.copyBegins(warp, from, reading, sources, to, mask, targets);
    this.mask = mask;
    unwritten.read(warp, from, false, reading, sources);
    read(warp, from, false, reading, sources);
    if (!copies.touched(warp, to, mask, targets)) {
      write(warp, to, true, mask, targets, false);
    }
    copies.begin(warp, to, mask, targets);
  }

  @Override
  public void copyEnds(Warp warp, MemoryAccess to, int lane, int at) {
    copies.end(warp, to, at);
    shadows(warp.block, true).writtenAt = order.now();
    var shadow = shadow(warp, true, Shadows.grain(to));
    long touch = Shadow.touch(firstThread(warp) + lane, order.now());
    for (int piece = at >> Shadows.grain(to);
        piece < (at + to.bytes) >> Shadows.grain(to);
        piece++) {
      int i = Shadow.place(piece);
      shadow.page(piece).write(i, touch, false, NO_VALUE);
      shadow.page(piece).update[i] = false;
    }
    unwritten.written(warp.block, true).add(at, to.bytes);
  }

  private static long base(boolean isShared) {
    return isShared ? 0 : GlobalMemory.BASE;
  }

  private Shadows shadows(BlockState block, boolean isShared) {
    if (!isShared) {
      return globalShadows;
    }
    if (block != lastBlock) {
      lastBlock = block;
      lastShadows = sharedShadows.computeIfAbsent(block, b -> new Shadows(b.meetsInParts()));
    }
    return lastShadows;
  }

  private Shadow shadow(Warp warp, boolean isShared, int grain) {
    return shadows(warp.block, isShared).of(grain);
  }

  static int firstThread(Warp warp) {
    return warp.block.index * warp.block.paddedThreads() + 32 * warp.id;
  }

  /// Whether an access has to be compared with those that this shadow has: the other one than its
  /// own has some where the sizes of accesses differ.
  private boolean isCompared(Warp warp, MemoryAccess access, boolean isShared, int grain) {
    return grain == Shadows.grain(access) || !shadow(warp, isShared, grain).isEmpty();
  }

  private void read(Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses) {
    for (int grain : GRAINS) {
      if (isCompared(warp, access, isShared, grain)) {
        read(warp, access, isShared, mask, addresses, grain);
      }
    }
  }

  private void read(
      Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses, int grain) {
    boolean synchronises =
        synchronises(access, isShared) || idioms.guesses(warp.code(), access.instruction);
    var shadow = shadow(warp, isShared, grain);
    long base = base(isShared);
    int first = firstThread(warp);
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base);
      for (int piece = at >> grain; piece <= (at + access.bytes - 1) >> grain; piece++) {
        var page = shadow.page(piece);
        int i = Shadow.place(piece);
        long writer = page.writer[i];
        if (writer != 0
            && order.conflicts(warp, isShared, writer, first + lane)
            && !(synchronises && page.atomicWrite[i])) {
          race(
              warp,
              access,
              isShared,
              piece << grain,
              lane,
              writer,
              "reads what the other writes:",
              page.update[i]);
        }
        // one that synchronises may be written at any time, and the reader knows
        if (!synchronises && grain == Shadows.grain(access)) {
          page.read(i, Shadow.touch(first + lane, order.now()), warp.block);
        }
      }
    }
  }

  /// @param ends whether it has then written; else it only may
  private void write(
      Warp warp, MemoryAccess access, boolean isShared, int mask, long[] addresses, boolean ends) {
    shadows(warp.block, isShared).writtenAt = order.now();
    for (int grain : GRAINS) {
      if (isCompared(warp, access, isShared, grain)) {
        boolean noted = ends && grain == Shadows.grain(access);
        write(warp, access, isShared, mask, addresses, grain, noted);
      }
    }
  }

  private void write(
      Warp warp,
      MemoryAccess access,
      boolean isShared,
      int mask,
      long[] addresses,
      int grain,
      boolean noted) {
    boolean synchronises = synchronises(access, isShared);
    boolean comparable = noted && access.storesRegisters();
    boolean updates = comparable && idioms.updates(warp.code(), access.instruction);
    var written = unwritten.written(warp.block, isShared);
    var shadow = shadow(warp, isShared, grain);
    int first = firstThread(warp);
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      int at = (int) (addresses[lane] - base(isShared));
      for (int piece = at >> grain; piece <= (at + access.bytes - 1) >> grain; piece++) {
        var page = shadow.page(piece);
        int i = Shadow.place(piece);
        long writer = page.writer[i];
        int element = ((piece << grain) - at) / access.elementBytes;
        long value = comparable ? warp.registers[access.rows[element] + lane] : NO_VALUE;
        boolean harmless = // the same value at the same time, or both atomic
            (comparable && Shadow.time(writer) == order.now() && page.value[i] == value)
                || (synchronises
                    && page.atomicWrite[i]
                    && !(isOfBlock(access) && order.isOfAnother(warp, writer)));
        if (!harmless && order.conflicts(warp, isShared, writer, first + lane)) {
          race(warp, access, isShared, piece << grain, lane, writer, RaceWords.BOTH_WRITE, true);
        } else {
          for (int which = 0; which < shadow.readers; which++) {
            checkReader(warp, access, isShared, piece << grain, lane, page.reader(i, which));
          }
        }
        if (noted) {
          page.write(i, Shadow.touch(first + lane, order.now()), synchronises, value);
          page.update[i] = updates;
        }
      }
      if (noted) {
        written.add(at, access.bytes);
      }
    }
  }

  private void checkReader(
      Warp warp, MemoryAccess access, boolean isShared, int at, int lane, long reader) {
    if (order.conflicts(warp, isShared, reader, firstThread(warp) + lane)) {
      boolean twice = isWrittenTwice(warp, access, lane, mask);
      race(warp, access, isShared, at, lane, reader, "writes what the other reads:", twice);
    }
  }

  /// Whether it is an atomic for the threads of one block only.
  private static boolean isOfBlock(MemoryAccess access) {
    return access.instruction.has("cta");
  }

  /// Atomics, accesses with a memory order, and volatile ones of global memory, by which blocks
  /// talk to each other.
  private static boolean synchronises(MemoryAccess access, boolean isShared) {
    return access.atomic
        || (access.isVolatile && !(isShared && access.instruction.has("volatile")));
  }

  /// @param updated whether the other thread's access may be a `x += …`, too
  private void race(
      Warp warp,
      MemoryAccess access,
      boolean isShared,
      int at,
      int lane,
      long touch,
      String how,
      boolean updated) {
    int other = Shadow.thread(touch);
    int threads = warp.block.paddedThreads();
    boolean sameBlock = other / threads == warp.block.index;
    boolean sameWarp = sameBlock && other % threads / 32 == warp.id;
    var kind =
        sameWarp ? FaultKind.WARP_RACE : isShared ? FaultKind.SHARED_RACE : FaultKind.GLOBAL_RACE;
    boolean needsAtomic = updated && idioms.updates(warp.code(), access.instruction);
    String place =
        isShared
            ? "byte %d of shared memory".formatted(at)
            : global.describe(GlobalMemory.BASE + at, access.elementBytes);
    var missing = RaceWords.missing(needsAtomic, sameWarp, sameBlock, how);
    var finding =
        report(
            warp,
            kind,
            access.instruction,
            lane,
            "%s and this thread: %s %s; %s"
                .formatted(RaceWords.thread(warp, other), how, place, missing));
    var pair =
        new RacingPair(
            finding,
            missing,
            isShared,
            at,
            1 << Shadows.grain(access),
            warp.block.index,
            warp.id,
            lane,
            other / threads,
            other % threads / 32,
            other % 32);
    var pairs = races.computeIfAbsent(finding, _ -> new ArrayList<>());
    if (pairs.size() < PAIRS && pairs.stream().noneMatch(pair::isOfTheWarpsOf)) {
      pairs.add(pair);
    }
  }

  /// Whether another lane stores to the same place by this very instruction.
  private static boolean isWrittenTwice(Warp warp, MemoryAccess access, int lane, int mask) {
    int row = access.addressRow();
    for (int lanes = mask & ~(1 << lane); lanes != 0; lanes &= lanes - 1) {
      if (warp.registers[row + Integer.numberOfTrailingZeros(lanes)]
          == warp.registers[row + lane]) {
        return true;
      }
    }
    return false;
  }

  private Finding report(Warp warp, FaultKind kind, Instruction in, int lane, String message) {
    return findings.computeIfAbsent(
        kind + "@" + in.source(), _ -> warp.finding(kind, in, lane, message));
  }
}
