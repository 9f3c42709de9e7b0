package tapeline.compress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Keeps weights pruned while another optimizer trains them: after each step those that a mask
/// leaves out are 0 again, whatever momentum or decay made of them. Biases, vectors, are not
/// pruned.
public final class PrunedWeights implements Optimizer {
  private final List<Parameter> parameters;
  private final Optimizer optimizer;
  private final List<Tensor> start; // the values before any training
  private final List<Tensor> masks = new ArrayList<>();

  /// Prunes nothing at first. [#rewind] goes back to the values that the parameters have at this
  /// moment.
  public PrunedWeights(List<Parameter> parameters, Optimizer optimizer) {
    this.parameters = List.copyOf(parameters);
    this.optimizer = optimizer;
    this.start = parameters.stream().map(p -> p.value().copy()).toList();
    parameters.forEach(p -> masks.add(Tensor.full(1, p.value().shape().toArray())));
  }

  /// Prunes each matrix by the mask that it gets, such as `w -> Masks.magnitude(w, 0.8)`. Weights
  /// that were pruned before are 0, and so among the first to go.
  public void prune(UnaryOperator<Tensor> mask) {
    for (int k = 0; k < masks.size(); k++) {
      var value = parameters.get(k).value();
      if (value.shape().rank() >= 2) {
        masks.set(k, mask.apply(value));
      }
    }
    apply();
  }

  @Override
  public void step(List<Parameter> all) {
    optimizer.step(all);
    apply();
  }

  /// Sets the weights that stay back to where they started: with the mask, a *lottery ticket*
  /// (Frankle and Carbin 2019, arXiv 1803.03635). The optimizer's own state stays.
  public void rewind() {
    for (int k = 0; k < start.size(); k++) {
      parameters.get(k).value().assign(start.get(k));
    }
    apply();
  }

  private void apply() {
    for (int k = 0; k < masks.size(); k++) {
      var value = parameters.get(k).value();
      value.assign(value.times(masks.get(k)));
    }
  }

  /// Returns the share of the weights, without biases, that masks leave out.
  public double sparsity() {
    double zeros = 0;
    long all = 0;
    for (var mask : masks) {
      if (mask.shape().rank() >= 2) {
        zeros += Masks.sparsity(mask) * mask.shape().size();
        all += mask.shape().size();
      }
    }
    return all == 0 ? 0 : zeros / all;
  }
}
