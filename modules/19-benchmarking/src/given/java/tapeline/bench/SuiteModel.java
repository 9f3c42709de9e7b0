package tapeline.bench;

import java.util.function.Function;

/// A model of a suite.
///
/// @param <X> the type of the inputs
/// @param name what tables call it
/// @param answers the class of each example of the inputs
public record SuiteModel<X>(String name, Function<X, int[]> answers) {
  /// Returns the benchmark of this model on a data set. One run answers all examples; the accuracy
  /// is that of the answers to them, which the model gives once for it.
  ///
  /// @throws IllegalArgumentException when it does not answer each example once
  Benchmark on(LabelledSet<X> set) {
    double accuracy = set.accuracy(name, answers.apply(set.inputs()));
    return new Benchmark(
        name + BenchmarkSuite.ON + set.name(),
        Conditions.cpu(set.name(), set.dtype(), set.labels().length),
        () -> answers.apply(set.inputs())[0],
        accuracy);
  }
}
