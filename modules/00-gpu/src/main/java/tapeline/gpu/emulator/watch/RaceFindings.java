package tapeline.gpu.emulator.watch;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.ptx.Instruction;

/// The mistakes that were found, of each kind one a line, and of the races the pairs of warps.
final class RaceFindings {
  private static final int PAIRS = 6;

  private final GlobalMemory global;
  private final AccessIdioms idioms;
  private final Map<String, Finding> findings = new LinkedHashMap<>(); // by kind and line
  private final IdentityHashMap<Instruction, Finding> latest = new IdentityHashMap<>();
  private final IdentityHashMap<Finding, List<RacingPair>> races = new IdentityHashMap<>();

  RaceFindings(GlobalMemory global, AccessIdioms idioms) {
    this.global = global;
    this.idioms = idioms;
  }

  List<Finding> all() {
    boolean between = betweenWarps();
    return findings.values().stream().map(f -> between ? RaceWords.forTheBlock(f) : f).toList();
  }

  private boolean betweenWarps() {
    return findings.values().stream().anyMatch(f -> f.kind() == FaultKind.SHARED_RACE);
  }

  /// The first pairs of warps that a race was seen by, of each race that was found.
  List<List<RacingPair>> races() {
    boolean between = betweenWarps();
    return findings.values().stream()
        .map(races::get)
        .filter(Objects::nonNull)
        .map(pairs ->
            pairs.stream().map(pair -> between ? RaceWords.forTheBlock(pair) : pair).toList())
        .toList();
  }

  /// Returns the finding of its kind and line. Words are made for the first alone: a kernel that
  /// races does so in most lanes.
  Finding report(Warp warp, FaultKind kind, Instruction in, int lane, Supplier<String> message) {
    var known = latest.get(in);
    if (known != null && known.kind() == kind) {
      return known;
    }
    var finding =
        findings.computeIfAbsent(
            kind + "@" + in.source(), _ -> warp.finding(kind, in, lane, message.get()));
    latest.put(in, finding);
    return finding;
  }

  /// A lane's access races with the one that left this touch.
  ///
  /// @param at the place
  /// @param updated whether the other thread's access may be a `x += …`, too
  void race(WarpAccess by, int at, int lane, long touch, String how, boolean updated) {
    var warp = by.warp();
    var access = by.access();
    int other = Shadow.thread(touch);
    int threads = warp.block.paddedThreads();
    boolean sameBlock = other / threads == warp.block.index;
    boolean sameWarp = sameBlock && other % threads / 32 == warp.id;
    var kind =
        sameWarp
            ? FaultKind.WARP_RACE
            : by.isShared() ? FaultKind.SHARED_RACE : FaultKind.GLOBAL_RACE;
    boolean needsAtomic = updated && idioms.updates(warp.code(), access.instruction);
    var missing = RaceWords.missing(needsAtomic, sameWarp, sameBlock, how);
    var finding =
        report(
            warp,
            kind,
            access.instruction,
            lane,
            () ->
                "%s and this thread: %s %s; %s"
                    .formatted(RaceWords.thread(warp, other), how, place(by, at), missing));
    var pair =
        new RacingPair(
            finding,
            missing,
            by.isShared(),
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

  private String place(WarpAccess by, int at) {
    return by.isShared()
        ? "byte %d of shared memory".formatted(at)
        : global.describe(GlobalMemory.BASE + at, by.access().elementBytes);
  }
}
