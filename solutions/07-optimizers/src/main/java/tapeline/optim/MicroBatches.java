package tapeline.optim;

import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;

/// The gradients of a batch that is too large for the memory, in parts.
public final class MicroBatches {
  private final Layer model;
  private final int most;
  private long peakBytes;

  /// @param most examples a part
  public MicroBatches(Layer model, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("a part has at least one example, got " + most);
    }
    this.model = model;
    this.most = most;
  }

  /// Gathers the gradients of the mean cross-entropy of the whole batch in the model's parameters:
  /// to rounding the same as in one piece. The mean loss.
  public double gradients(Dataset batch) {
    model.parameters().forEach(Parameter::clearGradient);
    double loss = 0;
    for (int from = 0; from < batch.size(); from += most) {
      var part = batch.slice(from, Math.min(from + most, batch.size()));
      // BEGIN SOLUTION 07.7 "accumulate gradients" 15 points
      var tape = new TensorTape();
      var logits = model.forward(tape.constant(part.inputs()));
      float share = (float) part.size() / batch.size();
      var mine = Losses.crossEntropy(logits, part.labels()).times(share);
      tape.backward(mine);
      loss += mine.value().item();
      // STUB // TODO 07.7 — 6 lines. A tape for each part. Its loss is the mean over the part: which
      // STUB // share of it makes the sum of the parts the mean over the batch, also when the last
      // STUB // part is smaller? Parameters add up the gradients by themselves.
      // STUB throw new Todo("07.7", "accumulate gradients");
      // END SOLUTION
      peakBytes = Math.max(peakBytes, tape.stats().peakBytes());
    }
    return loss;
  }

  /// The most bytes that a tape held, see [tapeline.autograd.TensorTapeStats].
  public long peakBytes() {
    return peakBytes;
  }
}
