package tapeline.accel.fuse;

import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// A convolution that does the work of the batch normalisation behind it as well, for inference:
/// `g·(W∗x + b − µ)/√(σ² + ε) + s` is again a convolution and a bias.
///
/// The pass over the images vanishes: 8 bytes an element.
///
/// @param weight (o,c,k,k)
/// @param bias (o)
public record FoldedConvolution(Tensor weight, Tensor bias) {

  /// Folds the normalisation into the convolution. All but the weight (o,c,k,k) are (o).
  ///
  /// @throws IllegalArgumentException when a length is not o, or epsilon is not above 0
  public static FoldedConvolution of(Tensor weight, Tensor bias, ChannelNorm norm) {
    int o = weight.shape().length(0);
    for (var each : new Tensor[] {bias, norm.gain, norm.shift, norm.mean, norm.variance}) {
      if (each.shape().size() != o) {
        throw new IllegalArgumentException(
            "folding needs %d numbers of each kind for a weight %s, got %s"
                .formatted(o, weight.shape(), each.shape()));
      }
    }
    var b = bias.toArray();
    var mean = norm.mean.toArray();
    var shift = norm.shift.toArray();
    var w = weight.toArray();
    fold(w, b, norm.scales(), mean, shift);
    return new FoldedConvolution(
        Tensor.of(w, weight.shape().toArray()), Tensor.of(b, bias.shape().toArray()));
  }

  /// Writes the folded numbers in place.
  private static void fold(float[] w, float[] b, float[] scales, float[] mean, float[] shift) {
    int o = b.length;
    int each = w.length / o;
    // BEGIN EXERCISE 13.9
    // TODO 13.9 — 6 lines. The layer's value in channel c is scales[c]·(W∗x + b − mean) +
    // shift, and scales[c] = g/√(σ² + ε) is known. W has `each` numbers in a row for each
    // channel of the output: write w and b in place. Which of mean and shift is multiplied?
    throw new Todo("13.9", "batch normalisation folded");
    // END EXERCISE 13.9
  }

  /// A trained batch normalisation: `g·(x − µ)/√(σ² + ε) + s` for each channel.
  ///
  /// @param epsilon above 0
  public record ChannelNorm(
      Tensor gain, Tensor shift, Tensor mean, Tensor variance, float epsilon) {
    public ChannelNorm {
      if (!(epsilon > 0)) {
        throw new IllegalArgumentException("normalising needs an epsilon above 0, got " + epsilon);
      }
    }

    private float[] scales() {
      var g = gain.toArray();
      var v = variance.toArray();
      var scales = new float[g.length];
      for (int c = 0; c < g.length; c++) {
        scales[c] = (float) (g[c] / Math.sqrt((double) v[c] + epsilon));
      }
      return scales;
    }
  }
}
