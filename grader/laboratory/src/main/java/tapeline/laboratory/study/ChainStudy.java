package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.util.List;
import java.util.function.Supplier;
import tapeline.data.Dataset;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.parallel.DataParallel;
import tapeline.nn.Layer;
import tapeline.toolkit.TextTable;

/// Ways to train one chain of layers on one batch under a budget of bytes: a table with a row for
/// each, beside what is claimed of it.
final class ChainStudy {
  private static final String EXACT = "a count, the same in every run";

  private final Supplier<List<Layer>> layers;
  private final Dataset batch;
  private final long budget;
  private final ChainWay plain;
  private final ChainSession.First first;
  private final TextTable table;

  /// @param layers the same untrained layers with each call
  /// @param budget of bytes that a step may hold, which the plain step exceeds
  /// @throws IllegalArgumentException when the plain step fits
  ChainStudy(String name, Supplier<List<Layer>> layers, Dataset batch, long budget) {
    this.layers = layers;
    this.batch = batch;
    this.budget = budget;
    plain = ChainWay.plain(layers.get().size());
    first = session(plain).first(Long.MAX_VALUE);
    if (first.bytes() <= budget) {
      throw new IllegalArgumentException(
          "a budget is one that the plain step exceeds, got %d for %d bytes"
              .formatted(budget, first.bytes()));
    }
    table =
        TextTable.of(
            name,
            "bytes at most",
            "of plain",
            "in %d".formatted(budget),
            "time of plain's",
            "gradient, error",
            "claimed",
            "here",
            "why");
    row(plain.name(), first.bytes(), "100 %", 0, PublishedClaim.NONE, "–", "–");
  }

  private ChainSession session(ChainWay way) {
    return new ChainSession(layers.get(), batch, way);
  }

  ChainSession plainSession() {
    return session(plain);
  }

  ChainSession.First first() {
    return first;
  }

  /// Measures a way of which it is claimed that it needs so many times fewer bytes.
  ///
  /// @param why it came as it did
  void bytes(ChainWay way, PublishedClaim claim, String why) {
    measure(way, claim, false, why);
  }

  /// Measures a way of which it is claimed that it is so many times as fast.
  void time(ChainWay way, PublishedClaim claim, String why) {
    measure(way, claim, true, why);
  }

  private void measure(ChainWay way, PublishedClaim claim, boolean ofTime, String why) {
    IO.println("measuring: " + way.name());
    var one = session(way).first(Long.MAX_VALUE);
    var speed = ChainSession.speed(this::plainSession, () -> session(way));
    double less = (double) first.bytes() / one.bytes();
    var verdict = ofTime ? claim.verdict(speed.low(), speed.high()) : claim.verdict(less, less);
    double error = DataParallel.error(one.gradient(), first.gradient());
    row(way.name(), one.bytes(), time(speed), error, claim, verdict, why);
  }

  /// A speed as a share of the plain step's time, with its interval.
  static String time(SpeedInTurns speed) {
    return "%s (%s to %s)"
        .formatted(
            percent(1 / speed.median(), 0),
            percent(1 / speed.high(), 0),
            percent(1 / speed.low(), 0));
  }

  /// Adds a row that was measured elsewhere.
  void row(
      String name,
      long bytes,
      String time,
      double error,
      PublishedClaim claim,
      String verdict,
      String why) {
    table.row(
        name,
        "" + bytes,
        percent((double) bytes / first.bytes(), 1),
        bytes <= budget ? "fits" : "does not",
        time,
        number(error, 2),
        claim.said(),
        verdict,
        why);
  }

  TextTable table() {
    return table.note(
        "bytes: %s. Time: the middle of 21 pairs of turns, and their 97 %% interval. The budget: %d bytes"
            .formatted(EXACT, budget));
  }
}
