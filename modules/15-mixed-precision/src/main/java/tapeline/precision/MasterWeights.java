package tapeline.precision;

import java.util.ArrayList;
import java.util.List;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.toolkit.Todo;

/// An optimizer whose steps add up in float32, while the model computes with rounded weights: a
/// step that is less than half a unit in the last place of a weight would be lost there.
///
/// ```java
/// var optimizer = new MasterWeights(model.parameters(), new Adam(rate), BFLOAT16);
/// ```
public final class MasterWeights implements Optimizer {
  private final List<Parameter> rounded;
  private final List<Parameter> masters = new ArrayList<>();
  private final Optimizer optimizer;
  private final FloatFormat format;

  /// Copies the model's weights, and rounds those in the model.
  ///
  /// @param optimizer steps on the copies
  public MasterWeights(List<Parameter> parameters, Optimizer optimizer, FloatFormat format) {
    this.rounded = List.copyOf(parameters);
    this.optimizer = optimizer;
    this.format = format;
    for (var p : rounded) {
      masters.add(new Parameter(p.name(), p.value().copy()));
      p.value().assign(format.round(p.value()));
    }
  }

  /// One step.
  ///
  /// @throws IllegalArgumentException when these are other parameters than it was made for
  @Override
  public void step(List<Parameter> parameters) {
    if (!parameters.equals(rounded)) {
      throw new IllegalArgumentException(
          "master weights step the %d parameters that they were made for, got %d others"
              .formatted(rounded.size(), parameters.size()));
    }
    // BEGIN EXERCISE 15.6
    // TODO 15.6 — 7 lines. The k-th master gets the gradient of the k-th parameter of the
    // model, setGradient(…); the optimizer steps the masters; the model gets their values
    // again, rounded: value().assign(…). Which of the two may never be rounded?
    throw new Todo("15.6", "a step on the masters");
    // END EXERCISE 15.6
  }

  /// The weights in float32, in the order of the model's.
  public List<Parameter> masters() {
    return List.copyOf(masters);
  }

  /// The bytes of the copies, 4 a number.
  public long bytes() {
    return masters.stream().mapToLong(p -> 4L * p.value().shape().size()).sum();
  }
}
