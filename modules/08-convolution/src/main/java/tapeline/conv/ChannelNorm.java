package tapeline.conv;

import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// A normalisation with known statistics: `g·(x − µ)/√(σ² + ε) + s` in each channel. What a trained
/// [BatchNorm] computes: a difference, a product and a sum a pixel.
///
/// @param gain g, a number for each channel, as the three that follow
/// @param shift s
/// @param mean µ
/// @param variance σ²
/// @param epsilon above 0: it keeps a channel of equal pixels finite
public record ChannelNorm(Tensor gain, Tensor shift, Tensor mean, Tensor variance, float epsilon) {

  /// @throws IllegalArgumentException when there are not as many of each, or epsilon is not above 0
  public ChannelNorm {
    int channels = gain.shape().size();
    for (var each : new Tensor[] {shift, mean, variance}) {
      if (each.shape().size() != channels) {
        throw new IllegalArgumentException(
            "normalising needs as many of each as gains, %s, got %s"
                .formatted(gain.shape(), each.shape()));
      }
    }
    if (!(epsilon > 0)) {
      throw new IllegalArgumentException("normalising needs an epsilon above 0, got " + epsilon);
    }
  }

  /// `g/√(σ² + ε)` of each channel: by how much its pixels are stretched.
  public float[] scales() {
    var g = gain.toArray();
    var v = variance.toArray();
    var scales = new float[g.length];
    for (int c = 0; c < g.length; c++) {
      scales[c] = (float) (g[c] / Math.sqrt((double) v[c] + epsilon));
    }
    return scales;
  }

  /// The images (n,c,h,w) normalised; the statistics are constants.
  public Variable of(Variable images) {
    var tape = images.tape();
    return images
        .minus(tape.constant(column(mean)))
        .times(tape.constant(column(Tensor.vector(scales()))))
        .plus(tape.constant(column(shift)));
  }

  /// A number for each channel, beside (n,c,h,w).
  private static Tensor column(Tensor each) {
    return each.reshape(-1, 1, 1);
  }
}
