package tapeline.optim;

import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.toolkit.Todo;

/// The gradients of a batch that does not fit into memory at once, in parts.
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

  /// Gathers the gradients of the mean cross-entropy of the whole batch in the model's parameters,
  /// and returns that mean: both are those of one piece, but for rounding. What had gathered before
  /// is forgotten.
  public double gradients(Dataset batch) {
    model.parameters().forEach(Parameter::clearGradient);
    double loss = 0;
    for (int from = 0; from < batch.size(); from += most) {
      var tape = new TensorTape();
      var part = batch.slice(from, Math.min(from + most, batch.size()));
      loss += gather(tape, part, batch.size());
      peakBytes = Math.max(peakBytes, tape.stats().peakBytes());
    }
    return loss;
  }

  /// Adds to the gradients what one part of a batch of `whole` examples has in them, on this tape;
  /// its share of the mean loss.
  private double gather(TensorTape tape, Dataset part, int whole) {
    // BEGIN EXERCISE 07.7
    // TODO 07.7 — 5 lines. Forward, Losses.crossEntropy, backward, on `tape`. The loss of a
    // part is the mean over its own examples: with which share does it enter the mean over
    // `whole`, also where the last part is smaller? Parameters add up gradients themselves.
    throw new Todo("07.7", "accumulate gradients");
    // END EXERCISE 07.7
  }

  /// The most bytes that a tape has held, see [tapeline.autograd.TensorTapeStats].
  public long peakBytes() {
    return peakBytes;
  }
}
