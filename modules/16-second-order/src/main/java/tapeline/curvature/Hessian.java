package tapeline.curvature;

import java.util.function.UnaryOperator;
import org.apache.commons.math3.linear.RealVector;
import tapeline.autograd.TapeListener;
import tapeline.tensor.Backend;
import tapeline.toolkit.Todo;

/// The second derivatives of a loss at its parameters' present values, as products: `H·v` is how
/// fast the gradient changes along v, exactly, by forward mode over reverse mode (Pearlmutter
/// 1994). v may have any length that float32 holds: nothing is divided by a small step.
///
/// Making one costs a gradient, and keeps all that it computed. A product costs about two and a
/// half forward passes then. Writing the parameters ends its use.
public final class Hessian implements Curvature {
  private final FlatParameters parameters;
  private final double loss;
  private final RealVector gradient;
  private final UnaryOperator<RealVector> product;

  /// Computes the loss and its gradient at the parameters' present values.
  ///
  /// @throws IllegalArgumentException when the loss goes through an op that has no second
  ///   derivative, naming it, or is not finite here
  public Hessian(TrainingLoss training) {
    parameters = new FlatParameters(training.parameters());
    var dual = new DualBackend(Backend.current());
    try (var _ = TapeListener.use(new DualGuard())) {
      // BEGIN EXERCISE 16.4
      // TODO 16.4 — 11 lines. parameters.run(training::on) is the loss on a tape, its
      // output(), and after a backward from there it has gradients(), one tensor for each
      // parameter. `product` is to be v -> H·v: dual.along(parameters.values(), …) moves
      // the parameters in the direction parameters.split(v), dual.tangent(…) is how fast a
      // result changes then, and parameters.join(…) makes a vector of tensors. Which
      // computations have to run while Backend.use(dual) is open: forward, or backward too?
      // `run` is read below this region too: declare `FlatParameters.OnTape run;` before
      // the try, and assign it inside.
      if (dual != null) throw new Todo("16.4", "forward over reverse");
      var run = parameters.run(training::on);
      product = v -> v;
      // END EXERCISE 16.4
      loss = run.output().value().item();
      gradient = parameters.join(run.gradients());
    }
    Curvature.requireFinite("the loss", loss);
  }

  @Override
  public int size() {
    return parameters.size();
  }

  @Override
  public RealVector times(RealVector v) {
    Curvature.require(size(), v);
    return product.apply(v);
  }

  /// Returns the loss at this point.
  public double loss() {
    return loss;
  }

  /// Returns the gradient at this point.
  public RealVector gradient() {
    return gradient.copy();
  }
}
