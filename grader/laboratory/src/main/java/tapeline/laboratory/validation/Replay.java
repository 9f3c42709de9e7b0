package tapeline.laboratory.validation;

import java.util.List;
import java.util.stream.IntStream;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.laboratory.validation.Design.Times;

/// The forks of a duel as another design would have seen them, so that other harnesses' rules
/// decide the same comparison from the same samples.
///
/// Each design gets as many values as in [Design]: 80 of each side, from the first of the ten
/// forks. A value is the mean of neighbouring turns of one process, so all of its turns are used.
/// Where a design measures A before B, the values of B are those of a later fork. Where it has one
/// process for both, it gets one fork's two, which took turns. Where it runs processes in random
/// order, it gets those of all ten forks, A's and B's side by side: an order better than its own.
public final class Replay {
  /// So many forks a comparison has to have.
  public static final int FORKS = 10;

  private static final int VALUES = 80;

  private Replay() {}

  /// What `design` would have measured.
  ///
  /// @throws IllegalArgumentException when there are fewer than ten forks, or 80 turns of a side
  public static Times times(Design design, List<Fork> forks) {
    if (forks.size() < FORKS || forks.getFirst().a().size() < VALUES) {
      throw new IllegalArgumentException(
          "a replay needs ten forks with 80 turns of each side, got %d forks of %d"
              .formatted(forks.size(), forks.isEmpty() ? 0 : forks.getFirst().a().size()));
    }
    return switch (design) {
      case ONE_AFTER_THE_OTHER -> new Times(a(forks, 0, 1), b(forks, 1, 1));
      case FORKS_IN_SEQUENCE -> new Times(a(forks, 0, 5), b(forks, 5, 5));
      case FORKS_AT_RANDOM, TURNS_OF_FORKS -> new Times(a(forks, 0, FORKS), b(forks, 0, FORKS));
      case INTERLEAVED, TURNS -> new Times(a(forks, 0, 1), b(forks, 0, 1));
    };
  }

  private static double[][] a(List<Fork> forks, int from, int count) {
    return values(forks.stream().map(Fork::a).toList(), from, count);
  }

  private static double[][] b(List<Fork> forks, int from, int count) {
    return values(forks.stream().map(Fork::b).toList(), from, count);
  }

  private static double[][] values(List<Sample> sides, int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(f -> means(sides.get(f).values(), VALUES / count))
        .toArray(double[][]::new);
  }

  /// The means of so many parts, as equal in length as they can be.
  private static double[] means(double[] turns, int parts) {
    return IntStream.range(0, parts)
        .mapToDouble(i -> {
          int from = (int) ((long) i * turns.length / parts);
          int to = (int) ((i + 1L) * turns.length / parts);
          return IntStream.range(from, to).mapToDouble(k -> turns[k]).average().orElseThrow();
        })
        .toArray();
  }
}
