package tapeline.gpu.emulator.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.emulator.execute.ExecutionListener;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.SegmentRequests;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.Space;

/// Counts what a launch does, instruction by instruction.
public class Counters implements ExecutionListener {
  private final Map<Code, Tally> tallies = new LinkedHashMap<>();
  private final MemoryCost cost = new MemoryCost();
  private @Nullable Code current;
  private Tally tally = new Tally(0);

  /// The counts of one function, by instruction.
  private static final class Tally {
    final long[][] counts;
    final @Nullable AccessPattern[] patterns;
    private final @Nullable LastRequest[] global;
    private final @Nullable LastRequest[] shared;

    Tally(int instructions) {
      counts = new long[InstructionCount.COLUMNS][instructions];
      patterns = new AccessPattern[instructions];
      global = new LastRequest[instructions];
      shared = new LastRequest[instructions];
    }

    /// The last request that the access or the first of those told with it made.
    LastRequest last(MemoryAccess access, boolean isShared) {
      var lasts = isShared ? shared : global;
      var last = lasts[access.first];
      if (last == null) {
        last = new LastRequest(isShared);
        lasts[access.first] = last;
      }
      return last;
    }
  }

  private Tally of(Code code) {
    if (code != current) {
      current = code;
      tally = tallies.computeIfAbsent(code, c -> new Tally(c.end()));
    }
    return tally;
  }

  @Override
  public void step(Warp warp, Code code, int pc, int mask) {
    long[][] counts = of(code).counts;
    counts[InstructionCount.EXECUTIONS][pc]++;
    counts[InstructionCount.LANES][pc] += Integer.bitCount(taking(warp, code, pc, mask));
  }

  /// Returns the lanes that take part in an instruction: those that its guard lets through, and all
  /// lanes at a branch.
  private static int taking(Warp warp, Code code, int pc, int mask) {
    return code.steps[pc] == null ? mask : mask & code.taking(pc, warp.predicates);
  }

  @Override
  public void divergence(Code code, int pc) {
    of(code).counts[InstructionCount.DIVERGENCES][pc]++;
  }

  @Override
  public void access(Warp warp, MemoryAccess access, Space place, int mask, long[] addresses) {
    count(access, place, mask, addresses);
  }

  @Override
  public void accesses(Warp warp, SegmentRequests requests, int mask) {
    for (int i = 0; i < requests.alike().length; i++) {
      var alike = requests.alike()[i];
      ask(alike, alike[0].space == Space.SHARED, mask, warp.room(i));
    }
  }

  @Override
  public void copyBegins(
      Warp warp,
      MemoryAccess from,
      int reading,
      long[] sources,
      MemoryAccess to,
      int mask,
      long[] targets) {
    if (reading != 0) {
      count(from, Space.GLOBAL, reading, sources);
    }
    count(to, Space.SHARED, mask, targets);
  }

  private void count(MemoryAccess access, Space place, int mask, long[] addresses) {
    if (place != Space.LOCAL) {
      ask(access.alone, place == Space.SHARED, mask, addresses);
    } else if (!access.instruction.modifiers().contains("param")) { // passed in registers
      int pc = access.instruction.index();
      tally.counts[InstructionCount.LOCAL_REQUESTS][pc]++;
      tally.counts[InstructionCount.LOCAL_SECTORS][pc] +=
          cost.localSectors(addresses, mask, access.bytes);
    }
  }

  /// The request that an access makes, once it has been told.
  LastRequest asked(MemoryAccess access, boolean isShared) {
    return tally.last(access, isShared); // the step that makes it has just been counted
  }

  private void ask(MemoryAccess[] accesses, boolean isShared, int mask, long[] addresses) {
    var last = asked(accesses[0], isShared);
    if (!last.repeats(accesses, mask, addresses)) {
      settle(tally, last);
      last.set(accesses, mask, addresses);
    }
    last.count();
  }

  /// Adds what the requests counted cost.
  private void settle(Tally here, LastRequest last) {
    for (var shift : last.counted()) {
      for (var access : last.accesses()) {
        if (last.isShared || !access.isConstant) { // constants come from a cache of their own
          add(here, access, last, last.addresses(access, shift), shift.times());
        }
      }
    }
    last.forgetCounted();
  }

  private void add(
      Tally here, MemoryAccess access, LastRequest last, long[] addresses, long times) {
    int mask = last.mask();
    int pc = access.instruction.index();
    long[][] counts = here.counts;
    int taken;
    if (last.isShared) {
      taken = cost.wavefronts(addresses, mask, access);
      counts[InstructionCount.SHARED_REQUESTS][pc] += times;
      counts[InstructionCount.WAVEFRONTS][pc] += times * taken;
      counts[InstructionCount.IDEAL_WAVEFRONTS][pc] +=
          times * MemoryCost.groups(addresses, mask, access);
    } else {
      taken = cost.sectors(addresses, mask);
      counts[InstructionCount.REQUESTS][pc] += times;
      counts[InstructionCount.SECTORS][pc] += times * taken;
      counts[InstructionCount.IDEAL_SECTORS][pc] +=
          times
              * Math.min(
                  taken,
                  Math.ceilDiv(Integer.bitCount(mask) * access.bytes, GpuLimits.SECTOR_BYTES));
    }
    var worst = here.patterns[pc];
    if (worst == null || taken > worst.cost()) {
      here.patterns[pc] =
          new AccessPattern(
              access.instruction, last.isShared, access.load, access.bytes, mask, addresses, taken);
    }
  }

  private void settleAll() {
    for (var here : tallies.values()) {
      for (var lasts : List.of(here.global, here.shared)) {
        for (var last : lasts) {
          if (last != null) {
            settle(here, last);
          }
        }
      }
    }
  }

  /// Adds what another worker counted.
  public void add(Counters other) {
    settleAll();
    other.settleAll();
    other.tallies.forEach((code, theirs) -> {
      var mine = tallies.computeIfAbsent(code, c -> new Tally(c.end()));
      for (int column = 0; column < InstructionCount.COLUMNS; column++) {
        for (int pc = 0; pc < code.end(); pc++) {
          mine.counts[column][pc] += theirs.counts[column][pc];
        }
      }
      for (int pc = 0; pc < code.end(); pc++) {
        var pattern = theirs.patterns[pc];
        var known = mine.patterns[pc];
        if (pattern != null && (known == null || pattern.isWorseThan(known))) {
          mine.patterns[pc] = pattern;
        }
      }
    });
  }

  public List<InstructionCount> instructions() {
    settleAll();
    var all = new ArrayList<InstructionCount>();
    tallies.forEach((code, counted) -> {
      spread(code, counted.counts[InstructionCount.EXECUTIONS]);
      spread(code, counted.counts[InstructionCount.LANES]);
      for (int pc = 0; pc < code.end(); pc++) {
        var counts = new long[InstructionCount.COLUMNS];
        for (int column = 0; column < counts.length; column++) {
          counts[column] = counted.counts[column][pc];
        }
        all.add(new InstructionCount(code.instructions[pc], counts, counted.patterns[pc]));
      }
    });
    return all;
  }

  /// A compiled segment was counted at its first instruction; the others ran as often.
  private static void spread(Code code, long[] counts) {
    for (int pc = 0; pc < code.end(); pc++) {
      for (int inside = pc + 1; inside < code.next[pc]; inside++) {
        counts[inside] = counts[pc];
      }
    }
  }

  public List<Finding> findings() {
    return List.of();
  }
}
