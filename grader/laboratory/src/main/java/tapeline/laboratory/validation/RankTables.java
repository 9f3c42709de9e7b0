package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.SignFlip;
import tapeline.competition.RankIntervals;
import tapeline.competition.Ranked;
import tapeline.toolkit.TextTable;

/// Tables of ranks on made-up entries whose truth is known: how often does a table tell equal
/// entries apart? All entries are as fast as the baseline, so whatever a table says is wrong.
///
/// A fork's log ratio is drawn from a bell shape, a skewed one or one with long tails. The forks
/// come by the standard plan: a comparison that a look decides has fewer of them. An entry judged
/// early has, by that, extreme forks; so a table takes of each entry those of the first look alone.
public final class RankTables {
  private static final int FIRST_LOOK = Plan.STANDARD.looks()[0];
  private static final int[] SIZES = {2, 8, 20, 50};

  /// The shape of a fork's log ratio, each with median 0.
  enum ForkNoise {
    BELL(SplittableRandom::nextGaussian),
    SKEWED(r -> Math.exp(r.nextGaussian()) - 1),
    LONG_TAILS(r -> r.nextGaussian() / Math.sqrt(-Math.log(1 - r.nextDouble())));

    @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
    private final Function<SplittableRandom, Double> draw;

    ForkNoise(Function<SplittableRandom, Double> draw) {
      this.draw = draw;
    }
  }

  private RankTables() {}

  /// How many of so many tables tell equal entries apart.
  ///
  /// @param spread how many times as large the noise of every other entry is
  /// @param all whether a table has all forks that the looks asked for, not those of the first look
  static Rate wrong(
      int entries, ForkNoise shape, double spread, boolean all, int tables, long seed) {
    var random = new SplittableRandom(seed);
    int wrong = 0;
    for (int t = 0; t < tables; t++) {
      var ranked = new ArrayList<Ranked>();
      for (int i = 0; i < entries; i++) {
        double[] forks = forks(shape, i % 2 == 0 ? 0.01 : 0.01 * spread, all, random);
        ranked.add(new Ranked.MeasuredEntry("entry " + i, forks));
      }
      boolean apart =
          RankIntervals.of(ranked).stream().anyMatch(r -> r.best() > 1 || r.worst() < entries);
      wrong += apart ? 1 : 0;
    }
    return new Rate(wrong, tables);
  }

  private static double[] forks(ForkNoise shape, double sd, boolean all, SplittableRandom random) {
    var plan = Plan.STANDARD;
    var forks = new double[all ? plan.most() : FIRST_LOOK];
    Arrays.setAll(forks, _ -> sd * shape.draw.apply(random));
    for (int i = 0; all && i < plan.looks().length - 1; i++) {
      double[] seen = Arrays.copyOf(forks, plan.looks()[i]);
      if (SignFlip.p(seen) <= plan.spends()[i]) {
        return seen;
      }
    }
    return forks;
  }

  /// A line a shape and spread, a column a number of entries; the last line has all forks.
  static TextTable table(int tables, long seed) {
    var head = new ArrayList<>(java.util.List.of("forks", "noise", "of every other entry"));
    Arrays.stream(SIZES).forEach(n -> head.add(n + " entries"));
    var table = TextTable.of(head.toArray(String[]::new));
    for (var shape : ForkNoise.values()) {
      for (double spread : new double[] {1, 2, 5}) {
        table.row(line("first look", shape, spread, false, tables, seed));
      }
    }
    table.row(line("all", ForkNoise.BELL, 1, true, tables, seed));
    return table.note(
        "tables of equal entries that tell some apart, at most 5 %% are promised; %d tables each, of 50 entries %d"
            .formatted(tables, tables / 4));
  }

  private static String[] line(
      String forks, ForkNoise shape, double spread, boolean all, int tables, long seed) {
    var cells = new ArrayList<String>();
    cells.add(forks);
    cells.add(shape.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    cells.add(spread == 1 ? "the same" : "%.0f times as large".formatted(spread));
    for (int n : SIZES) {
      int count = n == 50 ? tables / 4 : tables;
      cells.add(wrong(n, shape, spread, all, count, seed).toString());
    }
    return cells.toArray(String[]::new);
  }

  /// Prints the table: `./tapeline run RankTables`. It takes some minutes.
  static void main() {
    IO.println(table(2_000, 1));
  }
}
