package tapeline.profile;

import static java.util.Comparator.comparingDouble;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import tapeline.instruments.profile.Hotspot;

/// The group of a profile that loses the most time: what it takes beyond what its like take for as
/// much work. Its like are the groups of the same op with other shapes.
///
/// A share of the time does not find it, as the largest work rightly takes the most. Nor does the
/// time per FLOP, which is worst where there is hardly any work: only both together are time that
/// can be won.
///
/// @param name of the group, as [Hotspots] by [Hotspots.By#SHAPES] has it
/// @param nanos its own time
/// @param expected its time, if each of its FLOPs took what a FLOP of its like takes
/// @param mended the gain of the whole step, if it took the expected time
public record Suspect(String name, long nanos, double expected, Amdahl mended) {

  /// Finds the group that loses the most among those that have their like. O(n²) for n groups.
  ///
  /// @param groups by [Hotspots.By#SHAPES], of a profile with steps
  /// @throws IllegalArgumentException without a step, and without two groups of one op
  public static Suspect of(Hotspots groups) {
    var ops = groups.rows().stream().filter(Suspect::works).toList();
    var compared = ops.stream().filter(g -> !like(g, ops).isEmpty()).toList();
    var steps = groups.rows().stream().filter(g -> g.isScope(Profiler.STEP)).findAny();
    if (compared.isEmpty() || steps.isEmpty()) {
      throw new IllegalArgumentException(
          "a suspect is one of several groups of an op, by shapes, in a step; got "
              + groups.rows().stream().map(Hotspot::name).toList());
    }
    double step = steps.get().total();
    // BEGIN SOLUTION 11.10 "the slow op" 15 points
    var suspects = new ArrayList<Suspect>();
    for (var g : compared) {
      var like = like(g, ops);
      double nanosPerFlop = (double) sum(like, Hotspot::self) / sum(like, Suspect::flops);
      double expected = flops(g) * nanosPerFlop;
      var mended = Amdahl.of(step, (double) g.self(), g.self() / expected);
      suspects.add(new Suspect(g.name(), g.self(), expected, mended));
    }
    return Collections.max(suspects, comparingDouble(Suspect::lost));
    // STUB // TODO 11.10 — 9 lines. Make a Suspect of each group g that is `compared`, and return
    // STUB // the one with the most time lost. like(g, ops) are the other groups of its op: all
    // STUB // their own time (sum) by all their FLOPs is what a FLOP takes there. How long would g
    // STUB // take at that price, and how many times as fast is it then? Why are the sums divided,
    // STUB // and not the quotients averaged?
    // STUB throw new Todo("11.10", "the slow op");
    // END SOLUTION
  }

  /// Returns the time beyond the expected, in nanoseconds.
  public double lost() {
    return nanos - expected;
  }

  private static boolean works(Hotspot group) {
    return !group.isScope() && group.cost() != null && flops(group) > 0 && group.self() > 0;
  }

  private static List<Hotspot> like(Hotspot group, List<Hotspot> ops) {
    return ops.stream().filter(g -> !g.equals(group) && op(g).equals(op(group))).toList();
  }

  private static String op(Hotspot group) {
    return group.name().split(" ", 2)[0];
  }

  private static long flops(Hotspot group) {
    return Objects.requireNonNull(group.cost()).flops();
  }

  private static long sum(List<Hotspot> groups, ToLongFunction<Hotspot> quantity) {
    return groups.stream().mapToLong(quantity).sum();
  }
}
