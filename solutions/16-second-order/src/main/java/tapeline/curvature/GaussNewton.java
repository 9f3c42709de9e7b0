package tapeline.curvature;

import org.apache.commons.math3.linear.RealVector;
import tapeline.autograd.TapeListener;
import tapeline.autograd.Variable;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// The Gauss–Newton matrix of a classification: `G = Jᵀ·S·J`, where J is the derivative of the
/// logits in the parameters, and S the Hessian of the mean cross-entropy in the logits (Schraudolph
/// 2002).
///
/// It is the Hessian without the curvature of the model itself, and has no negative eigenvalue: a
/// step by it leads downhill. Of a linear model it is the Hessian.
///
/// S is the covariance of the labels that the model itself believes in, so G is the Fisher matrix
/// too: the mean of g·gᵀ over these labels, g being an example's gradient.
///
/// Making one costs a forward pass, and keeps what it computed. A product costs a little more than
/// two forward passes then: tangents forward, and one backward. Writing the parameters ends its
/// use.
public final class GaussNewton implements Curvature {
  private final FlatParameters parameters;
  private final DualBackend dual = new DualBackend(Backend.current());
  private final FlatParameters.OnTape run;
  private final Tensor p; // softmax of the logits

  /// Runs the model at its parameters' present values.
  ///
  /// @throws IllegalArgumentException when the model has an op that no tangent passes, naming it,
  ///   or its logits are not finite here
  public GaussNewton(Classification training) {
    parameters = new FlatParameters(training.parameters());
    try (var _ = TapeListener.use(new DualGuard());
        var _ = Backend.use(dual)) {
      run = parameters.run(training::logits);
    }
    p = run.output().value().softmax();
    Curvature.requireFinite("a sum of probabilities", p.sum().item());
  }

  @Override
  public int size() {
    return parameters.size();
  }

  @Override
  public RealVector times(RealVector v) {
    Curvature.require(size(), v);
    var logits = run.output();
    dual.along(parameters.values(), parameters.split(v));
    var moved = dual.tangent(logits.value()); // J·v
    // BEGIN SOLUTION 16.5 "the loss's own curvature" 10 points
    var s = p.times(moved.minus(p.times(moved).sum(true, -1))).div(rows(logits));
    logits.tape().backwardKeeping(logits, s);
    return parameters.join(run.gradients());
    // STUB // TODO 16.5 — 3 lines. `moved` is J·v, how fast the logits change, (…,classes), and p
    // STUB // their softmax. First S·moved: the gradient of the mean cross-entropy in a row of
    // STUB // logits is (p − [label])/rows(logits); how fast does p change when the logits do?
    // STUB // Then Jᵀ of that: which walk starts from a gradient in the logits, and leaves the tape
    // STUB // for the next product? parameters.join(run.gradients()) is the result.
    // STUB throw new Todo("16.5", "the loss's own curvature");
    // END SOLUTION
  }

  /// Returns the number of rows of logits, over which the loss is the mean.
  private static int rows(Variable logits) {
    return logits.shape().size() / logits.shape().length(-1);
  }
}
