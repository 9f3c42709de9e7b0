package tapeline.curvature;

import java.util.List;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;

/// The mean cross-entropy of a model on all of these examples.
public record Classification(Layer model, Dataset data) implements TrainingLoss {
  /// @throws IllegalArgumentException when there are no examples
  public Classification {
    if (data.size() == 0) {
      throw new IllegalArgumentException("a classification has at least one example, got none");
    }
  }

  @Override
  public List<Parameter> parameters() {
    return model.parameters();
  }

  /// Returns the model's outputs, one row for each example.
  public Variable logits(TensorTape tape) {
    return model.forward(tape.constant(data.inputs()));
  }

  @Override
  public Variable on(TensorTape tape) {
    return Losses.crossEntropy(logits(tape), data.labels());
  }
}
