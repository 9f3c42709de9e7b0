package tapeline.precision;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Training in mixed precision: steps whose loss is scaled, and which are left out when a gradient
/// overflows.
///
/// @param optimizer [MasterWeights], as a rule
public record MixedTrainer(
    List<Parameter> parameters, Optimizer optimizer, MixedPrecision precision, LossScaler scaler) {
  public MixedTrainer {
    parameters = List.copyOf(parameters);
    precision.keepApart(parameters);
  }

  /// One step on the sum of these losses, each a scalar on a tape of its own; their sum before it.
  ///
  /// Backward starts from the scale as ∂loss/∂loss, so that the scaled loss itself is nowhere, and
  /// cannot overflow.
  ///
  /// @throws IllegalArgumentException when a loss is not finite
  /// @throws IllegalStateException when gradients are not finite without scaling
  public double step(List<? extends Function<TensorTape, Variable>> losses) {
    parameters.forEach(Parameter::clearGradient);
    double sum = 0;
    try (var _ = precision.use()) {
      for (var part : losses) {
        var tape = new TensorTape();
        var loss = part.apply(tape);
        sum += finite(loss.value().item());
        tape.backward(loss, Tensor.full(scaler.scale(), loss.shape().toArray()));
      }
    }
    boolean finite = scaler.unscale(parameters);
    if (finite) {
      optimizer.step(parameters);
    }
    scaler.update(finite);
    return sum;
  }

  private static float finite(float loss) {
    if (!Float.isFinite(loss)) {
      throw new IllegalArgumentException(
          "a loss is finite, got %s: no scale has touched it, so look at the data, at the weights,"
                  .formatted(loss)
              + " and at activations beyond the format");
    }
    return loss;
  }

  /// The mean cross-entropy of a batch, in parts of at most `most` examples.
  ///
  /// @throws IllegalArgumentException when `most` is below 1, or an input is NaN, naming its
  ///   example
  public static List<Function<TensorTape, Variable>> parts(Layer model, Dataset batch, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a part has 1 example or more, got " + most);
    }
    requireNumbers(batch);
    var parts = new ArrayList<Function<TensorTape, Variable>>();
    for (int from = 0; from < batch.size(); from += most) {
      var part = batch.slice(from, Math.min(from + most, batch.size()));
      float share = (float) part.size() / batch.size();
      parts.add(tape -> {
        var logits = model.forward(tape.constant(part.inputs()));
        return Losses.crossEntropy(logits, part.labels()).times(share);
      });
    }
    return parts;
  }

  private static void requireNumbers(Dataset batch) {
    var x = batch.inputs().toArray();
    for (int i = 0; i < x.length; i++) {
      if (Float.isNaN(x[i])) {
        throw new IllegalArgumentException(
            "inputs are numbers, got NaN in example %d of the batch: no overflow, and no scale helps"
                .formatted(i / (x.length / batch.size())));
      }
    }
  }
}
