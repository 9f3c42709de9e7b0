package tapeline.gpu.emulator.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.emulator.execute.Code;
import tapeline.gpu.emulator.execute.ExecutionListener;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.Warp;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.memory.Space;

/// Counts what a launch does, instruction by instruction.
public class Counters implements ExecutionListener {
  private final Map<Code, Tally> tallies = new LinkedHashMap<>();
  private final MemoryCost cost = new MemoryCost();
  private @Nullable Code current;
  private Tally tally = new Tally(0);

  /// The request that the access at hand makes.
  LastRequest asked = new LastRequest(1);

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

    /// The request that an access makes, or makes moved.
    LastRequest asked(MemoryAccess access, boolean isShared, int mask, long[] addresses) {
      var lasts = isShared ? shared : global;
      var last = lasts[access.first];
      if (last == null) {
        last = new LastRequest(isShared ? 4 : 32);
        lasts[access.first] = last;
      }
      if (access.first == access.instruction.index()) {
        last.ask(mask, addresses);
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

  /// Of a guarded instruction, those lanes take part that its guard lets through; of a branch, all
  /// lanes do.
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
    int pc = access.instruction.index();
    var here = tally; // the step that makes this access has just been counted
    long[][] counts = here.counts;
    switch (place) {
      case GLOBAL, GENERIC -> {
        asked = here.asked(access, false, mask, addresses);
        if (access.isConstant) {
          return; // from a cache of its own
        }
        if (asked.cost(access) == 0) {
          long[] own = asked.addresses(access);
          int sectors = cost.sectors(own, mask);
          int fewest = Math.min(sectors, (Integer.bitCount(mask) * access.bytes + 31) / 32);
          asked.costs(access, sectors, fewest);
        }
        counts[InstructionCount.REQUESTS][pc]++;
        counts[InstructionCount.SECTORS][pc] += asked.cost(access);
        counts[InstructionCount.IDEAL_SECTORS][pc] += asked.ideal(access);
        keepWorst(here, access, place, mask);
      }
      case SHARED -> {
        asked = here.asked(access, true, mask, addresses);
        if (asked.cost(access) == 0) {
          long[] own = asked.addresses(access);
          int wavefronts = cost.wavefronts(own, mask, access);
          asked.costs(access, wavefronts, MemoryCost.groups(own, mask, access));
        }
        counts[InstructionCount.SHARED_REQUESTS][pc]++;
        counts[InstructionCount.WAVEFRONTS][pc] += asked.cost(access);
        counts[InstructionCount.IDEAL_WAVEFRONTS][pc] += asked.ideal(access);
        keepWorst(here, access, place, mask);
      }
      case LOCAL -> {
        if (!access.instruction.modifiers().contains("param")) { // passed in registers
          counts[InstructionCount.LOCAL_REQUESTS][pc]++;
          counts[InstructionCount.LOCAL_SECTORS][pc] +=
              cost.localSectors(addresses, mask, access.bytes);
        }
      }
    }
  }

  private void keepWorst(Tally here, MemoryAccess access, Space place, int mask) {
    int pc = access.instruction.index();
    int cost = asked.cost(access);
    var worst = here.patterns[pc];
    if (worst == null || cost > worst.cost()) {
      here.patterns[pc] =
          new AccessPattern(
              access.instruction,
              place == Space.SHARED,
              access.load,
              access.bytes,
              mask,
              asked.addresses(access),
              cost);
    }
  }

  /// Adds what another worker counted.
  public void add(Counters other) {
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
