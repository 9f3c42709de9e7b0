package tapeline.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import tapeline.toolkit.Charts;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// The error of a central difference against its step: a U on paper with logarithmic axes.
///
/// ```java
/// var sweep = StepSweep.of(Math::exp, 1, Math.E);
/// sweep.predictedStep();         // 6.9e-06
/// sweep.best();                  // the row that was best here
/// sweep.chart();                 // the U
/// ```
///
/// The prediction is that of Press et al., *Numerical Recipes*, 3rd ed., §5.7, with its constant;
/// the unit round-off u is Higham's, *Accuracy and Stability of Numerical Algorithms*, 2nd ed.,
/// chapter 2.
///
/// @param x the point
/// @param exact the derivative there
/// @param rows one for each step, from large to small
/// @param predictedStep `∛(3u·|f|/|f‴|)`; infinite where only `f‴` is 0: no step is too large; NaN
///   where f is 0, too
public record StepSweep(double x, double exact, List<SweepRow> rows, double predictedStep)
    implements Tabular {
  /* A large step cuts the Taylor series short: the error of the formula is h²/6·|f‴|, slope 2 on
   * the chart. A small step subtracts two numbers that are nearly equal: each carries a rounding
   * error of up to u·|f|, together 2u·|f|, and the division by 2h makes u·|f|/h of them, slope −1.
   * The sum
   *
   *     E(h) = h²/6·|f‴| + u·|f|/h
   *
   * is least where its derivative is 0: there E is about u^⅔, so a central difference can give two
   * thirds of the digits of f′ and no more. A forward difference, E(h) = h/2·|f″| + 2u·|f|/h, gives
   * half of them.
   */

  /// The unit round-off of a double, 2⁻⁵³.
  public static final double UNIT_ROUND_OFF = Differences.EPSILON / 2;

  private static final int STEPS = 29;

  /// Keeps its own copy of the list.
  public StepSweep {
    rows = List.copyOf(rows);
  }

  /// Sweeps the steps of [#steps] for f at x, where `exact` is the derivative and `third` is f‴.
  /// Two evaluations of f for each step, and one at x.
  public static StepSweep of(DoubleUnaryOperator f, double x, double exact, double third) {
    // BEGIN SOLUTION 02.4 "step sweep" 15 points
    double value = Math.abs(f.applyAsDouble(x));
    double curve = Math.abs(third);
    var rows = new ArrayList<SweepRow>();
    for (double h : steps(x)) {
      double difference = Differences.central(f, x, h);
      double truncation = h * h / 6 * curve;
      double roundOff = UNIT_ROUND_OFF * value / h;
      rows.add(new SweepRow(h, difference, Math.abs(difference - exact), truncation, roundOff));
    }
    return new StepSweep(x, exact, rows, Math.cbrt(3 * UNIT_ROUND_OFF * value / curve));
    // STUB // TODO 02.4 — 10 lines. For each h of steps(x) a new SweepRow(h, central difference,
    // STUB // its error, h²/6·|f‴|, u·|f|/h); then new StepSweep(x, exact, rows, best step).
    // STUB // On paper the error is E(h) = h²/6·|f‴| + u·|f|/h, u = UNIT_ROUND_OFF; f(x) is
    // STUB // evaluated once. For which h is E's derivative 0? What if f or f‴ is negative?
    // STUB throw new Todo("02.4", "step sweep");
    // END SOLUTION
  }

  /// Returns the sweep with f‴ estimated by [Differences#third].
  public static StepSweep of(DoubleUnaryOperator f, double x, double exact) {
    return of(f, x, exact, Differences.third(f, x));
  }

  /// The steps of a sweep at x: 29 from `max(1, |x|)` down to 1e-14 of it, two for each factor of
  /// 10.
  public static double[] steps(double x) {
    var steps = new double[STEPS];
    for (int k = 0; k < STEPS; k++) {
      steps[k] = Math.pow(10, -k / 2.0) * Math.max(1, Math.abs(x));
    }
    return steps;
  }

  /// The row with the least error.
  public SweepRow best() {
    return rows.stream().min(Comparator.comparingDouble(SweepRow::error)).orElseThrow();
  }

  /// The U: measured errors as dots, the two predictions as dashed lines, without what is 0 and has
  /// no place on a logarithmic axis.
  ///
  /// @throws IllegalArgumentException when every error is exactly 0
  public XYChart chart() {
    var best = TextTable.number(predictedStep, 2);
    var title = "Central difference at x = %s: best step %s on paper".formatted(x, best);
    var chart = Charts.logLog(title, "step h", "error");
    double[] steps = column(SweepRow::step);
    Charts.points(chart, "measured", steps, column(SweepRow::error));
    prediction(chart, "h²/6·|f‴|", SweepRow::truncation);
    prediction(chart, "u·|f|/h", SweepRow::roundOff);
    return chart;
  }

  /// Adds a prediction down to a decade below the least error: its tail would stretch the axis.
  private void prediction(XYChart chart, String name, ToDoubleFunction<SweepRow> value) {
    double least = rows.stream().mapToDouble(SweepRow::error).filter(e -> e > 0).min().orElse(0);
    var shown = rows.stream().filter(r -> value.applyAsDouble(r) > least / 10).toList();
    if (!shown.isEmpty()) {
      double[] steps = shown.stream().mapToDouble(SweepRow::step).toArray();
      Charts.dashed(chart, name, steps, shown.stream().mapToDouble(value).toArray());
    }
  }

  /// The rows, and the best step on paper.
  @Override
  public TextTable table() {
    var table = TextTable.of("step", "difference", "error", "truncation", "round-off");
    for (var r : rows) {
      table.row(
          TextTable.number(r.step(), 3),
          TextTable.number(r.difference(), 12),
          TextTable.number(r.error(), 3),
          TextTable.number(r.truncation(), 3),
          TextTable.number(r.roundOff(), 3));
    }
    return table.note("predicted best step " + TextTable.number(predictedStep, 3));
  }

  /// The [#table] as text.
  @Override
  public String toString() {
    return table().toString();
  }

  private double[] column(ToDoubleFunction<SweepRow> value) {
    return rows.stream().mapToDouble(value).toArray();
  }
}
