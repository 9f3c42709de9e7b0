package tapeline.conv;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Batch normalisation of images: `Y = g·(X − µ)/√(σ² + ε) + s` in each channel (Ioffe and Szegedy
/// 2015, arXiv 1502.03167). X and Y (n,c,h,w); g and s, which are learnt, (c,1,1).
///
/// - *Training*: on a tape on which g is learnt, µ and σ² are the mean and the variance of the
///   channel's n·h·w pixels, gradients go through both, and each forward moves the running averages
///   a tenth of the way to them.
/// - *Evaluation*: where g is fixed, as in [#apply], the running averages stand in for both: what
///   becomes of an image does not depend on the others of its batch.
public final class BatchNorm implements Layer {
  private static final float EPSILON = 1e-5f;
  private static final float SHARE = 0.1f; // of a batch in the running averages

  private final Parameter gain;
  private final Parameter shift;
  private Tensor mean;
  private Tensor variance;

  /// Gains of 1 and shifts of 0; running averages of a standard normal distribution.
  ///
  /// @param name the prefix of its parameters' names
  public BatchNorm(String name, int channels) {
    gain = new Parameter(name + ".gain", Tensor.full(1, channels, 1, 1));
    shift = new Parameter(name + ".shift", Tensor.zeros(channels, 1, 1));
    mean = Tensor.zeros(channels, 1, 1);
    variance = Tensor.full(1, channels, 1, 1);
  }

  /// @throws IllegalArgumentException when the images have other channels; in training, when a
  ///   channel has but one pixel
  @Override
  public Variable forward(Variable x) {
    var in = Images.of(x.shape());
    int channels = mean.shape().size();
    if (in.c() != channels) {
      throw new IllegalArgumentException(
          "this normalisation needs images of %d channels, got %s".formatted(channels, x.shape()));
    }
    var g = gain.on(x.tape());
    return g.hasGradient() ? trained(x, g, in) : learnt().of(x);
  }

  private Variable trained(Variable x, Variable g, Images in) {
    int pixels = in.n() * in.h() * in.w();
    if (pixels < 2) {
      throw new IllegalArgumentException(
          "a variance needs two pixels a channel or more, got images " + x.shape());
    }
    var center = mean(x);
    var centred = x.minus(center);
    var spread = mean(centred.square());
    mean = moved(mean, center.value());
    variance = moved(variance, spread.value().times((float) (pixels / (pixels - 1.0))));
    var standard = centred.div(spread.plus(EPSILON).sqrt());
    return standard.times(g).plus(shift.on(x.tape()));
  }

  /// The mean of each channel, (c,1,1).
  private static Variable mean(Variable images) {
    return images.mean(0, 2, 3).reshape(-1, 1, 1);
  }

  private static Tensor moved(Tensor average, Tensor batch) {
    return average.times(1 - SHARE).plus(batch.times(SHARE));
  }

  /// The normalisation in evaluation: its gains and shifts, which training goes on to write, and
  /// the running averages, of which the variance is that of the n·h·w pixels divided by one less.
  public ChannelNorm learnt() {
    return new ChannelNorm(gain.value(), shift.value(), mean, variance, EPSILON);
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(gain, shift);
  }
}
