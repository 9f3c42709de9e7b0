package tapeline.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.toolkit.Todo;

/// Trains a classifier: epochs of shuffled batches, a step each.
///
/// @param batch examples a step; the last of an epoch may have fewer
public record Trainer(Layer model, Optimizer optimizer, int batch, RandomGenerator random) {
  public Trainer {
    if (batch < 1) {
      throw new IllegalArgumentException("a batch has at least one example, got " + batch);
    }
  }

  /// One epoch: every example once, in an order of its own. The mean loss of its batches.
  public double epoch(Dataset data) {
    var parts = batches(data);
    double sum = 0;
    for (var part : parts) {
      sum += step(part) * part.size();
    }
    return sum / data.size();
  }

  /// The examples in random order, in batches.
  public List<Dataset> batches(Dataset data) {
    // BEGIN EXERCISE 06.7
    // TODO 06.7 — 6 lines. data.shuffled(random), cut with slice(from, to) into pieces of
    // `batch` examples. What of the examples that are left over at the end?
    throw new Todo("06.7", "shuffled batches");
    // END EXERCISE 06.7
  }

  /// One step on these examples; the loss before it. Gradients last until the next step.
  public double step(Dataset part) {
    try (var _ = FusingBackend.begin(optimizer, model)) {
      return learn(part);
    }
  }

  private double learn(Dataset part) {
    // BEGIN EXERCISE 06.8
    // TODO 06.8 — 7 lines. Forget the old gradients; on a new tape compute the logits
    // of the inputs, which are constants, and their cross-entropy; go back; let the
    // optimizer step. What happens over the steps when gradients are not forgotten?
    throw new Todo("06.8", "one training step");
    // END EXERCISE 06.8
  }
}
