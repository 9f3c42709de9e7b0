package tapeline.precision;

import java.util.ArrayList;
import java.util.List;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;

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
    // BEGIN SOLUTION 15.6 "a step on the masters" 10 points, core
    for (int k = 0; k < masters.size(); k++) {
      masters.get(k).setGradient(rounded.get(k).gradient());
    }
    optimizer.step(masters);
    for (int k = 0; k < masters.size(); k++) {
      rounded.get(k).value().assign(format.round(masters.get(k).value()));
    }
    // STUB // TODO 15.6 — 7 lines. The k-th master gets the gradient of the k-th parameter of the
    // STUB // model, setGradient(…); the optimizer steps the masters; the model gets their values
    // STUB // again, rounded: value().assign(…). Which of the two may never be rounded?
    // STUB throw new Todo("15.6", "a step on the masters");
    // END SOLUTION
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
