package tapeline.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tapeline.scalar.ScalarOp;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;
import tapeline.toolkit.Todo;

/// Partial derivatives by the tape beside their differences, with a verdict on each.
///
/// ```java
/// System.out.print(GradientReport.ops(1));   // every op of the scalar tape, at random points
/// ```
///
/// Points without a derivative are named and do not count as failures: a kink, an edge of the
/// domain. A kink is told from a mere curve by its bend, the slope on the right minus the slope on
/// the left: on a curve it is `h·f″`, and shrinks with the step; at a kink it stays. A kink that is
/// not at x but within a step of it spoils the difference and may read as a failure.
///
/// @param rows in the order in which they were checked
public record GradientReport(List<GradientRow> rows) implements Tabular {

  /// Keeps its own copy of the list.
  public GradientReport {
    rows = List.copyOf(rows);
  }

  /// Checks f, which tables call `name`, at each of these points, all of its partials.
  public static GradientReport of(String name, ScalarFunction f, double[]... points) {
    var rows = new ArrayList<GradientRow>();
    for (var x : points) {
      var partials = GradientCheck.of(f, x).partials();
      for (int i = 0; i < x.length; i++) {
        var verdict = judge(f.along(i, x), x[i], partials.get(i).tape(), GradientCheck.TOLERANCE);
        rows.add(new GradientRow(name, text(x), i, partials.get(i), verdict));
      }
    }
    return new GradientReport(rows);
  }

  /// Checks every op of the scalar tape: at three random points inside its domain, the same for the
  /// same seed, and at the points that are special to it.
  public static GradientReport ops(long seed) {
    var all = new GradientReport(List.of());
    for (var op : ScalarOp.values()) {
      ScalarFunction f =
          (tape, x) -> op.arity() == 1 ? tape.record(op, x[0]) : tape.record(op, x[0], x[1]);
      all = all.and(of(op.name(), f, OpPoints.of(op, seed)));
    }
    return all;
  }

  /// The verdict on `tape`, said to be the derivative of f at x. At most twelve evaluations.
  ///
  /// First, whether there is a derivative to compare with: not where f or its difference is not
  /// finite, and not at a kink. Only then whether the two agree, to a mixed error of `tolerance`.
  public static GradientVerdict judge(
      DoubleUnaryOperator f, double x, double tape, double tolerance) {
    double h = Differences.step(x);
    // BEGIN EXERCISE 02.6
    // TODO 02.6 — 11 lines. OUTSIDE_DOMAIN, NOT_DIFFERENTIABLE, AGREES or DIFFERS? Take the
    // central difference with step h. Compare bend(f, x, h) with bend(f, x, h / 16): what
    // becomes of a curve, of a kink? A bend up to leastBend(f, x, difference) is none.
    // 12 evaluations of f at most. |x| at 0: tape and difference are 0; is all well?
    throw new Todo("02.6", "verdict");
    // END EXERCISE 02.6
  }

  /// `|right slope − left slope|` at x: `h·|f″|` where f is smooth, the jump of the slope at a
  /// kink.
  private static double bend(DoubleUnaryOperator f, double x, double h) {
    return Math.abs(Differences.forward(f, x, h) - Differences.backward(f, x, h));
  }

  /// The least bend that counts: a ten-thousandth of the slope, and well above what the rounding of
  /// f makes of it, `4u·|f|/h` for a step h and 16 times that for a step h/16.
  private static double leastBend(DoubleUnaryOperator f, double x, double slope) {
    double noise = 256 * Math.ulp(f.applyAsDouble(x)) / Differences.step(x);
    return Math.max(1e-4 * Math.max(1, Math.abs(slope)), noise);
  }

  /// The rows of this report and then those of `other`.
  public GradientReport and(GradientReport other) {
    return new GradientReport(Stream.concat(rows.stream(), other.rows.stream()).toList());
  }

  /// The rows with this verdict.
  public List<GradientRow> with(GradientVerdict verdict) {
    return rows.stream().filter(r -> r.verdict() == verdict).toList();
  }

  /// Returns whether no row differs.
  public boolean passes() {
    return with(GradientVerdict.DIFFERS).isEmpty();
  }

  /// The rows, and a line that counts the verdicts.
  @Override
  public TextTable table() {
    var table =
        TextTable.of("function", "point", "input", "tape", "difference", "error", "verdict");
    for (var r : rows) {
      var p = r.partial();
      table.row(
          r.function(),
          r.point(),
          Integer.toString(r.input()),
          TextTable.number(p.tape(), 9),
          TextTable.number(p.difference(), 9),
          TextTable.number(p.mixed(), 2),
          r.verdict().toString());
    }
    var counts =
        Stream.of(GradientVerdict.values())
            .map(v -> v + ": " + with(v).size())
            .collect(Collectors.joining(", "));
    return table.note(counts);
  }

  /// The [#table] as text.
  @Override
  public String toString() {
    return table().toString();
  }

  private static String text(double[] x) {
    return DoubleStream.of(x)
        .mapToObj(v -> TextTable.number(v, 4))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
