package tapeline.laboratory.suite;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import tapeline.bench.Conditions;

/// A pass of a suite, and what is expected of it.
///
/// @param shape of its inputs
/// @param dtype of its numbers, for example `float32`
/// @param batch examples at once
/// @param pass what is timed
/// @param gradientError the relative error of its gradient; see [GradientOracle]
/// @param counted expectations of counts, which one run decides
/// @param ratios expectations of times
public record SuiteEntry(
    String name,
    String shape,
    String dtype,
    int batch,
    Scope scope,
    Pass pass,
    DoubleSupplier gradientError,
    Supplier<List<Hypothesis>> counted,
    List<Ratio> ratios) {
  public SuiteEntry {
    ratios = List.copyOf(ratios);
  }

  /// The expectation that one phase takes from `low` to `high` times as long as another.
  public record Ratio(String claim, Phase over, Phase under, double low, double high) {}

  /// Under which conditions it is measured, with these flags of the JVM.
  Conditions conditions(List<String> flags) {
    var plain = Conditions.cpu(name + " " + shape, dtype, batch);
    return new Conditions(
        plain.task(), dtype, batch, plain.device(), 1, plain.cache(), plain.jdk(), flags);
  }
}
