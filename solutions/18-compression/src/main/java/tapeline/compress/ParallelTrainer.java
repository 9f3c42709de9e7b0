package tapeline.compress;

import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;

/// One worker of a training that several share: each has the whole model, and takes its part of
/// each batch. With an exact exchange the steps are those of one worker on the whole batch, to
/// rounding.
///
/// @param model begins with the same values on all workers, and so stays the same
public record ParallelTrainer(
    Layer model, Optimizer optimizer, GradientExchange exchange, RingLink link) {

  /// Returns this worker's part of a batch: the parts differ by one example at most.
  ///
  /// @throws IllegalArgumentException when the batch has fewer examples than there are workers
  public Dataset part(Dataset batch) {
    int n = link.size();
    if (batch.size() < n) {
      throw new IllegalArgumentException(
          "each of %d workers needs an example, got %d".formatted(n, batch.size()));
    }
    int from = (int) ((long) batch.size() * link.rank() / n);
    return batch.slice(from, (int) ((long) batch.size() * (link.rank() + 1) / n));
  }

  /// Takes one step on a batch, which all workers get, or at least their part of it. Returns this
  /// worker's loss before the step; its mean over the workers is that over the batch.
  public double step(Dataset batch) {
    var part = part(batch);
    model.parameters().forEach(Parameter::clearGradient);
    var logits = model.forward(new TensorTape().constant(part.inputs()));
    float share = (float) part.size() * link.size() / batch.size(); // 1 where parts are alike
    var loss = Losses.crossEntropy(logits, part.labels()).times(share);
    loss.tape().backward(loss);
    var exchanged = exchange.exchange(link, FlatGradient.of(model.parameters()));
    FlatGradient.set(model.parameters(), exchanged.mean());
    optimizer.step(model.parameters());
    return loss.value().item();
  }
}
