package tapeline.grader.bench;

import java.util.List;

/// One benchmark with one set of parameters, as JMH measured it.
///
/// @param params `n = 1000`, or empty
/// @param n the parameter named `n`; 0 where there is none
/// @param forks the mean time of each fork, ns/op
/// @param nanos the mean over all, ns/op
/// @param error half of JMH's 99.9 % interval, ns/op; NaN with a single sample
/// @param bytes allocated per op
/// @param counts of one op; [Counts#NONE] where they were not counted
/// @param outliers how many of its iterations lie far from the others
/// @param iterations of all forks
record Score(
    String type,
    String method,
    String params,
    int n,
    List<Double> forks,
    double nanos,
    double error,
    double bytes,
    Counts counts,
    int outliers,
    int iterations) {

  /// The exact figures of one op.
  ///
  /// @param objects that it makes, arrays too; NaN where they were not counted
  /// @param tape most bytes that a tape held at once; NaN where the module has no tape of tensors
  record Counts(double objects, double tape) {
    static final Counts NONE = new Counts(Double.NaN, Double.NaN);
  }

  /// The name of a series of sizes.
  String series() {
    return type + "." + method;
  }

  /// The name among all rows.
  String key() {
    return params.isEmpty() ? series() : series() + ", " + params;
  }

  Score with(Counts counted) {
    return new Score(
        type, method, params, n, forks, nanos, error, bytes, counted, outliers, iterations);
  }
}
