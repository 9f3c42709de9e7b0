package tapeline.laboratory.curvature;

import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;

/// A method with one setting that is tuned.
///
/// @param setting what it is called
/// @param grid what is tried for it
/// @param train by a setting, from a fresh start
record TunedMethod(String name, String setting, List<Double> grid, Training train) {
  /// The seeds that settings are chosen by; the table shows others.
  private static final long[] TUNING = {101, 102};

  @FunctionalInterface
  interface Training {
    RunToLoss run(DigitsProblem problem, Double setting);
  }

  /// The setting with the fewest FLOPs to the goal, over both tuning seeds; the first one when none
  /// gets there.
  double tuned(LongFunction<DigitsProblem> problem) {
    var costs = grid.stream().map(setting -> cost(problem, setting)).toList();
    return grid.get(costs.indexOf(Collections.min(costs)));
  }

  private double cost(LongFunction<DigitsProblem> problem, double setting) {
    double sum = 0;
    for (long seed : TUNING) {
      var run = train.run(problem.apply(seed), setting);
      sum += run.reached() ? run.flops() : Double.POSITIVE_INFINITY;
    }
    return sum;
  }
}
