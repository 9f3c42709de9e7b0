package tapeline.memory;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tapeline.memory.PlanPart.ReplayedGroup;

/// Ways to go back through some blocks, of which none is worse than another in both bytes and
/// FLOPs: from few bytes and many FLOPs to many bytes and few.
///
/// Operations on two frontiers with m and n ways cost O(m + n).
///
/// @param ways in the order of their bytes
public record Frontier(List<Way> ways) {

  /// One way.
  ///
  /// @param bytes the most that is held
  /// @param flops that are computed again
  public record Way(long bytes, long flops, Parts parts) {}

  /// Parts one after the other: `last` behind those of `before`, in a tree, so that ways share what
  /// they have in common.
  public sealed interface Parts {
    record Only(PlanPart part) implements Parts {}

    record Both(Parts left, Parts right) implements Parts {}

    record Group(Parts inner) implements Parts {}

    default Stream<PlanPart> stream() {
      return switch (this) {
        case Only(var part) -> Stream.of(part);
        case Both(var left, var right) -> Stream.concat(left.stream(), right.stream());
        case Group(var inner) -> Stream.of(new ReplayedGroup(inner.stream().toList()));
      };
    }
  }

  /// The one way that is a part that computes nothing again.
  static Frontier of(PlanPart part, long bytes) {
    return new Frontier(List.of(new Way(bytes, 0, new Parts.Only(part))));
  }

  /// These ways, each with so many bytes more.
  Frontier plus(long bytes) {
    return each(w -> new Way(w.bytes + bytes, w.flops, w.parts));
  }

  /// These ways as one group that is computed again: so many FLOPs more.
  Frontier replayed(long flops) {
    return each(w -> new Way(w.bytes, w.flops + flops, new Parts.Group(w.parts)));
  }

  private Frontier each(UnaryOperator<Way> change) {
    return new Frontier(ways.stream().map(change).toList());
  }

  /// The best of these and those.
  Frontier or(Frontier other) {
    return best(Stream.concat(ways.stream(), other.ways.stream()));
  }

  /// Each of these, and behind it one of those: the most bytes of both, the FLOPs of both together.
  Frontier and(Frontier next) {
    var both = new ArrayList<Way>();
    int i = 0;
    int j = 0;
    while (i < ways.size() && j < next.ways.size()) {
      var a = ways.get(i);
      var b = next.ways.get(j);
      long now = Math.max(a.bytes, b.bytes);
      // the best that each can do within these bytes
      while (i + 1 < ways.size() && ways.get(i + 1).bytes <= now) a = ways.get(++i);
      while (j + 1 < next.ways.size() && next.ways.get(j + 1).bytes <= now) b = next.ways.get(++j);
      both.add(new Way(now, a.flops + b.flops, new Parts.Both(a.parts, b.parts)));
      if (i + 1 < ways.size() && !isLater(ways, i + 1, next.ways, j + 1)) {
        i++;
      } else {
        j++;
      }
    }
    return best(both.stream());
  }

  /// Returns whether place i of `a` is there at more bytes than place j of `b`.
  private static boolean isLater(List<Way> a, int i, List<Way> b, int j) {
    return j < b.size() && a.get(i).bytes > b.get(j).bytes;
  }

  private static Frontier best(Stream<Way> ways) {
    var best = new ArrayList<Way>();
    ways.sorted(comparingLong(Way::bytes).thenComparingLong(Way::flops))
        .filter(w -> best.isEmpty() || w.flops < best.getLast().flops)
        .forEach(best::add);
    return new Frontier(best);
  }
}
