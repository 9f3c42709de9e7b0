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
record Score(
    String type,
    String method,
    String params,
    int n,
    List<Double> forks,
    double nanos,
    double error,
    double bytes) {

  /// The name of a series of sizes.
  String series() {
    return type + "." + method;
  }
}
