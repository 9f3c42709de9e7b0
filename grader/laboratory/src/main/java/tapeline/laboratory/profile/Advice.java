package tapeline.laboratory.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tapeline.instruments.profile.Hotspot;
import tapeline.instruments.profile.Profile;
import tapeline.profile.Hotspots;

/// The advice of a profile, what to look at next: a rule that holds, and the figures that it rests
/// on. The thresholds are rules of thumb.
///
/// @param text sentences with the figures
public record Advice(Rule rule, String text) {
  private static final double LOADER_SHARE = 0.2;
  private static final double DOMINANT_SHARE = 0.4;
  private static final double TINY_NANOS = 10_000;
  private static final double BYTES_A_FLOP = 2;
  private static final double ALLOCATING_SHARE = 0.5;

  /// The parts of a training step that take its time.
  public enum Rule {
    /// The scopes named `data` have a fifth of the time or more.
    LOADER_BOUND,
    /// One op, forward and backward, has 40 % of the time or more.
    DOMINANT_OP,
    /// The passes of ops take less than 10 µs each on average.
    OVERHEAD_BOUND,
    /// Half of the ops' time or more is that of ops which allocate 2 bytes or more a FLOP: half a
    /// float for each addition.
    ALLOCATION_BOUND
  }

  /// The rules that hold for a profile, in the order of [Rule].
  public static List<Advice> of(Profile profile) {
    var advice = new ArrayList<Advice>();
    var all = Hotspots.of(profile, Hotspots.By.OP).rows();
    var ops = all.stream().filter(r -> !r.isScope()).toList();
    double time = all.stream().mapToLong(Hotspot::self).sum();
    for (var r : all) {
      if (r.isScope("data") && r.total() >= LOADER_SHARE * time) {
        advice.add(loader(r.total() / time));
      }
    }
    if (!ops.isEmpty()) {
      dominant(ops.getFirst(), advice);
      overhead(ops, advice);
      allocation(ops, advice);
    }
    return List.copyOf(advice);
  }

  private static Advice loader(double share) {
    return new Advice(
        Rule.LOADER_BOUND,
        String.format(
            Locale.ROOT,
            "Data takes %.0f %% of the time. Loaded in another thread meanwhile, the steps would be"
                + " up to %.2f× as fast.",
            100 * share,
            1 / Math.max(share, 1 - share)));
  }

  private static void dominant(Hotspot op, List<Advice> advice) {
    if (op.share() >= DOMINANT_SHARE) {
      advice.add(
          new Advice(
              Rule.DOMINANT_OP,
              String.format(
                  Locale.ROOT,
                  "%s has %.0f %% of the time. Without it everything would be %.2f× as fast; all"
                      + " else together can gain %.2f× at most.",
                  op.name(),
                  100 * op.share(),
                  1 / (1 - op.share()),
                  1 / op.share())));
    }
  }

  private static void overhead(List<Hotspot> ops, List<Advice> advice) {
    long calls = ops.stream().mapToLong(Hotspot::calls).sum();
    double mean = (double) self(ops) / calls;
    if (mean < TINY_NANOS) {
      advice.add(
          new Advice(
              Rule.OVERHEAD_BOUND,
              String.format(
                  Locale.ROOT,
                  "%d passes of ops take %.1f µs each on average. What each costs whatever its size"
                      + " counts then: fuse ops, or give them larger batches.",
                  calls,
                  mean / 1e3)));
    }
  }

  private static void allocation(List<Hotspot> ops, List<Advice> advice) {
    var greedy =
        ops.stream()
            .filter(r -> r.cost() != null && r.allocated() >= BYTES_A_FLOP * r.cost().flops())
            .toList();
    double share = (double) self(greedy) / self(ops);
    if (share >= ALLOCATING_SHARE) {
      advice.add(
          new Advice(
              Rule.ALLOCATION_BOUND,
              String.format(
                  Locale.ROOT,
                  "%.0f %% of the ops' time is that of ops which allocate %.0f bytes or more a FLOP:"
                      + " %s. Fuse them with their neighbours, or write into tensors that exist.",
                  100 * share,
                  BYTES_A_FLOP,
                  greedy.stream().limit(3).map(Hotspot::name).collect(Collectors.joining(", ")))));
    }
  }

  private static long self(List<Hotspot> rows) {
    return rows.stream().mapToLong(Hotspot::self).sum();
  }
}
