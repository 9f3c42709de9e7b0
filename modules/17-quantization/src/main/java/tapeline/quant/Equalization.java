package tapeline.quant;

import java.util.List;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// Moves an outlier of a layer's inputs into its weights: column j of X is divided by a factor and
/// row j of W multiplied by it, so that X·W stays what it is (SmoothQuant, Xiao et al. 2023, arXiv
/// 2211.10438).
public final class Equalization {
  private Equalization() {}

  /// `sⱼ = max|xⱼ|^strength / max|wⱼ|^(1 − strength)` for column j of X (n,in) and row j of W
  /// (in,out); 1 where that is 0 or not finite. (in)
  ///
  /// @param strength 0 makes all rows of W alike, 1 all columns of X; mostly ½
  /// @throws IllegalArgumentException when the shapes do not go together
  public static Tensor factors(Tensor x, Tensor w, float strength) {
    int columns = x.shape().length(-1);
    if (columns != w.shape().length(0)) {
      throw new IllegalArgumentException(
          "equalising needs X (n,in) and W (in,out), got %s and %s"
              .formatted(x.shape(), w.shape()));
    }
    var factors = Tensor.full(1, columns);
    var inputs = x.reshape(-1, columns).abs().max(false, 0); // (in)
    var weights = w.abs().max(false, 1); // (in)
    // BEGIN EXERCISE 17.7
    // TODO 17.7 — 7 lines. inputs.at(j) is max|xⱼ| and weights.at(j) is max|wⱼ|. The
    // formula stands above; Math.pow(x, y) is xʸ. factors holds ones: set a factor that is
    // above 0 and, as a float, finite. With strength ½: how large are max|xⱼ|/sⱼ and
    // max|wⱼ|·sⱼ then?
    throw new Todo("17.7", "equalisation");
    // END EXERCISE 17.7
  }

  /// Divides what a normalisation hands on by the factors, and multiplies the rows of the weights
  /// that read it: the model computes the same, but for rounding, and needs no op more.
  ///
  /// @param gain and bias of the normalisation, (in) each
  /// @param weights (in,out)
  public static void fold(Tensor factors, Parameter gain, Parameter bias, List<Parameter> weights) {
    gain.value().assign(gain.value().div(factors));
    bias.value().assign(bias.value().div(factors));
    for (var w : weights) {
      w.value().assign(w.value().times(factors.unsqueeze(1)));
    }
  }
}
