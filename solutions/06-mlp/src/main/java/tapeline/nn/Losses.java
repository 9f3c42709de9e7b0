package tapeline.nn;

import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// How far a prediction is off, as one number to be made small.
public final class Losses {
  private Losses() {}

  /// The mean square error `1/N·Σ (yᵢ − tᵢ)²` over all N numbers.
  ///
  /// @throws IllegalArgumentException when the shapes differ: stretching would hide a mistake
  public static Variable mse(Variable prediction, Tensor target) {
    if (!prediction.shape().equals(target.shape())) {
      throw new IllegalArgumentException(
          "the mean square error needs two tensors of one shape, got %s and %s"
              .formatted(prediction.shape(), target.shape()));
    }
    return prediction.minus(prediction.tape().constant(target)).square().mean();
  }

  /// The mean cross-entropy of softmax(logits) against these labels, see [CrossEntropy]. Logits
  /// (…,classes), a label from 0 on for each row of them.
  public static Variable crossEntropy(Variable logits, int... labels) {
    var loss = new CrossEntropy(labels);
    return FusingBackend.asOne(loss, logits).orElseGet(() -> logits.tape().apply(loss, logits));
  }
}
