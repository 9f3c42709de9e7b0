package tapeline.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;

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
    // BEGIN SOLUTION 06.7 "shuffled batches" 10 points, core
    var shuffled = data.shuffled(random);
    var parts = new ArrayList<Dataset>();
    for (int from = 0; from < data.size(); from += batch) {
      parts.add(shuffled.slice(from, Math.min(from + batch, data.size())));
    }
    return parts;
    // STUB // TODO 06.7 — 6 lines. data.shuffled(random), cut with slice(from, to) into pieces of
    // STUB // `batch` examples. What of the examples that are left over at the end?
    // STUB throw new Todo("06.7", "shuffled batches");
    // END SOLUTION
  }

  /// One step on these examples; the loss before it. Gradients last until the next step.
  public double step(Dataset part) {
    try (var _ = FusingBackend.begin(optimizer, model)) {
      return learn(part);
    }
  }

  private double learn(Dataset part) {
    // BEGIN SOLUTION 06.8 "one training step" 25 points, core
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    var logits = model.forward(tape.constant(part.inputs()));
    var loss = Losses.crossEntropy(logits, part.labels());
    tape.backward(loss);
    optimizer.step(model.parameters());
    return loss.value().item();
    // STUB // TODO 06.8 — 7 lines. Forget the old gradients; on a new tape compute the logits
    // STUB // of the inputs, which are constants, and their cross-entropy; go back; let the
    // STUB // optimizer step. What happens over the steps when gradients are not forgotten?
    // STUB throw new Todo("06.8", "one training step");
    // END SOLUTION
  }
}
