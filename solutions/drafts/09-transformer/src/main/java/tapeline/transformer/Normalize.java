package tapeline.transformer;

import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// `yᵢ = (xᵢ − µ)/σ` along the last axis, with its mean µ and `σ = √(variance + ε)` (Ba et al. 2016,
/// arXiv 1607.06450). The variance is Σ(xᵢ − µ)²/n.
public record Normalize(float epsilon) implements TensorOp.Unary {

  @Override
  public Tensor forward(Tensor x) {
    // BEGIN SOLUTION 09.1 "normalise rows" 10 points
    var centred = x.minus(x.mean(true, -1));
    return centred.div(deviation(x));
    // STUB // TODO 09.1 — 2 lines. Subtract each row's mean and divide by deviation(x), below. Why does
    // STUB // a mean with `keep`, (…,1), fit to x (…,n)?
    // STUB throw new Todo("09.1", "normalise rows");
    // END SOLUTION
  }

  /// σ of each row, (…,1).
  private Tensor deviation(Tensor x) {
    return x.minus(x.mean(true, -1)).square().mean(true, -1).plus(epsilon).sqrt();
  }

  /// `dx = (dy − mean(dy) − y·mean(dy·y))/σ` along each row.
  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    // BEGIN SOLUTION 09.2 "normalisation's gradient" 15 points
    var along = y.times(dY.times(y).mean(true, -1));
    return dY.minus(dY.mean(true, -1)).minus(along).div(deviation(x));
    // STUB // TODO 09.2 — 2 lines. µ and σ depend on every x of the row: a change along (1, 1, …) or
    // STUB // along y leaves the result as it is, so dy loses its parts in these two directions. What
    // STUB // is dy's part along y, when the mean of y² is 1?
    // STUB throw new Todo("09.2", "normalisation's gradient");
    // END SOLUTION
  }
}
