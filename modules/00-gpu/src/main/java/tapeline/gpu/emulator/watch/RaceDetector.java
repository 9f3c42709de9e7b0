package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.BlockState;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.SegmentRequests;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.MemoryUse;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.memory.WrittenBytes;
import tapeline.gpu.ptx.Instruction;

/// Finds races and reads of memory that was not written, while it counts: see [RaceRule].
public final class RaceDetector extends Counters {
  /// Matches the kernels of CUB and Thrust: their threads exchange values of places behind the end,
  /// which have none and are not used.
  private static final Pattern LIBRARIES = Pattern.compile("_ZN(?:3cub|6thrust).*");

  /// Bytes from address to address, between which it takes no longer to look than at each.
  private static final long NEAR = 64;

  private final Shadows globalShadows = new Shadows(false);
  private final IdentityHashMap<BlockState, Shadows> sharedShadows = new IdentityHashMap<>();
  private @Nullable BlockState lastBlock;
  private Shadows lastShadows = globalShadows;
  private final AccessOrder order = new AccessOrder();
  private final AccessIdioms idioms = new AccessIdioms();
  private final RaceRule rule = new RaceRule(order);
  private final RaceFindings found;
  private final UnwrittenReads unwritten;
  private final CopiesInFlight copies;
  private final IdentityHashMap<SegmentRequests, Boolean> onlyRead = new IdentityHashMap<>();
  private final QuickLook quick = new QuickLook(order, rule);
  private final LaneLook lanes;

  public RaceDetector(GlobalMemory global) {
    found = new RaceFindings(global, idioms);
    unwritten = new UnwrittenReads(global, found::report);
    copies = new CopiesInFlight(found::report);
    lanes = new LaneLook(order, rule, idioms, found);
  }

  @Override
  public List<Finding> findings() {
    return found.all();
  }

  /// The first pairs of warps that a race was seen by, of each race that was found.
  public List<List<RacingPair>> races() {
    return found.races();
  }

  /// The bytes of global memory that the launch has used.
  public MemoryUse use() {
    return new MemoryUse(
        globalShadows.touched(Shadow.Use.READ, GlobalMemory.BASE),
        globalShadows.touched(Shadow.Use.WRITTEN, GlobalMemory.BASE),
        globalShadows.touched(Shadow.Use.UPDATED, GlobalMemory.BASE));
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
  public void phaseArrival(Warp warp, int at, boolean last) {
    order.phaseArrival(warp, at, last);
  }

  @Override
  public void phaseSeen(Warp warp, int at) {
    order.phaseSeen(warp, at);
  }

  @Override
  public void otherBarrier(Warp warp, Instruction instruction, Instruction other) {
    found.report(
        warp,
        FaultKind.MIXED_BARRIERS,
        instruction,
        0,
        () ->
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
    if (LIBRARIES.matcher(warp.code().function.name()).matches()) {
      return;
    }
    found.report(
        warp,
        FaultKind.UNDEFINED_VARIABLE,
        instruction,
        lane,
        () -> "a local variable has no value yet on the way this thread came");
  }

  @Override
  public void absentLane(Warp warp, Instruction instruction, int lane, int absent) {
    found.report(
        warp,
        FaultKind.ABSENT_LANE,
        instruction,
        lane,
        () ->
            "lane %d is not executing this instruction, so its value is undefined"
                .formatted(absent));
  }

  @Override
  public void outsideMask(Warp warp, Instruction instruction, int lane, int named) {
    found.report(
        warp,
        FaultKind.ABSENT_LANE,
        instruction,
        lane,
        () ->
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
    if (!isListed(warp, requests)) {
      for (var access : requests.all()) {
        look(warp, access, access.space == Space.SHARED, mask);
      }
    }
  }

  /// Lists the reads of a segment that does nothing but read shared memory, or returns false where
  /// each of them needs a look.
  private boolean isListed(Warp warp, SegmentRequests requests) {
    var shadows = shadows(warp.block, true);
    if (shadows.writtenAt >= order.since(warp, true)
        || !onlyRead.computeIfAbsent(requests, all -> onlyReads(warp, all))
        || !shadows.areAllLike(requests.all()[0])
        || !copies.isEmpty()) {
      return false;
    }
    var written = unwritten.written(warp.block, true);
    for (var alike : requests.alike()) {
      if (!asked(alike[0], true).repeatsIn(written, alike)) {
        return false;
      }
    }
    var read = shadows.list(Shadows.grain(requests.all()[0]));
    read.set(warp, requests.all(), requests.rooms(), order.now());
    for (int i = 0; i < requests.alike().length; i++) {
      read.add(i, asked(requests.alike()[i][0], true));
    }
    return true;
  }

  private boolean onlyReads(Warp warp, SegmentRequests requests) {
    int grain = Shadows.grain(requests.all()[0]);
    return Arrays.stream(requests.all())
        .allMatch(access ->
            access.space == Space.SHARED
                && access.load
                && Shadows.grain(access) == grain
                && !asking(warp, access, true, 0).synchronises()
                && !access.releases
                && !idioms.guesses(warp.code(), access.instruction));
  }

  private void look(Warp warp, MemoryAccess access, boolean isShared, int mask) {
    var by = asking(warp, access, isShared, mask);
    var asked = asked(access, isShared);
    if (!isQuick(by, asked)) {
      look(by, asked.addresses(access));
    }
  }

  /// Returns whether it suffices to look at the request as a whole.
  private boolean isQuick(WarpAccess by, LastRequest asked) {
    var warp = by.warp();
    var access = by.access();
    var shadows = shadows(by);
    if (!asked.repeats()
        || by.synchronises()
        || access.releases
        || (by.isShared() && !copies.isEmpty())
        || !shadows.areAllLike(access)) {
      return false;
    }
    var places = asked.places();
    var written = written(by);
    long moved = asked.moved(access);
    boolean isNear = places.highest - places.lowest <= NEAR * places.count;
    boolean isWritten =
        (access.load || isNear)
            && written.allOf(
                Shadows.place(places.lowest + moved),
                Shadows.place(places.highest + moved) + access.bytes);
    if (access.load) {
      return isWritten
          && !idioms.guesses(warp.code(), access.instruction)
          && quick.read(by, asked, shadows);
    }
    boolean updates = access.storesRegisters() && idioms.updates(warp.code(), access.instruction);
    if (!quick.write(by, asked, shadows, updates)) {
      return false;
    }
    if (!isWritten) {
      for (int i = 0; i < places.count; i++) {
        written.add(Shadows.place(places.places[i] + moved), access.bytes);
      }
    }
    return true;
  }

  private void look(WarpAccess by, long... addresses) {
    var warp = by.warp();
    var access = by.access();
    if (by.isShared() && copies.touched(warp, access, by.mask(), addresses)) {
      return;
    }
    if (access.releases) {
      order.fence(warp, by.isOfBlock());
    }
    if (by.looks()) {
      order.look(warp, by.isOfBlock());
    }
    if (access.load || access.atomic) {
      unwritten.read(warp, access, by.isShared(), by.mask(), addresses);
    }
    if (access.load && !access.atomic) {
      lanes.read(by, shadows(by), addresses);
    } else {
      lanes.write(by, shadows(by), written(by), true, addresses);
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
    unwritten.read(warp, from, false, reading, sources);
    lanes.read(asking(warp, from, false, reading), globalShadows, sources);
    if (!copies.touched(warp, to, mask, targets)) {
      var by = asking(warp, to, true, mask);
      lanes.write(by, shadows(by), written(by), false, targets);
    }
    copies.begin(warp, to, mask, targets);
  }

  @Override
  public void copyEnds(Warp warp, MemoryAccess to, int lane, int at) {
    copies.end(warp, to, at);
    var shadows = shadows(warp.block, true);
    shadows.writtenAt = order.now();
    var shadow = shadows.of(Shadows.grain(to));
    long touch = Shadow.touch(WarpAccess.firstThread(warp) + lane, order.now());
    for (int piece = at >> Shadows.grain(to);
        piece < (at + to.bytes) >> Shadows.grain(to);
        piece++) {
      int i = Shadow.place(piece);
      shadow.page(piece).write(i, touch, false, RaceRule.NO_VALUE);
      shadow.page(piece).update[i] = false;
    }
    unwritten.written(warp.block, true).add(at, to.bytes);
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

  private WarpAccess asking(Warp warp, MemoryAccess access, boolean isShared, int mask) {
    return new WarpAccess(warp, access, isShared, mask, order.since(warp, isShared));
  }

  private Shadows shadows(WarpAccess by) {
    return shadows(by.warp().block, by.isShared());
  }

  private WrittenBytes written(WarpAccess by) {
    return unwritten.written(by.warp().block, by.isShared());
  }
}
