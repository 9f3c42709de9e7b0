package tapeline.laboratory.compress;

import java.util.function.IntFunction;
import tapeline.compress.ErrorFeedback;
import tapeline.compress.GradientCodec;
import tapeline.compress.GradientExchange;
import tapeline.compress.RingLink;
import tapeline.optim.Schedule;

/// Error feedback on steps, which are `rate·gradient`, instead of gradients (Karimireddy et al.
/// 2019, arXiv 1901.09847, algorithm 1): what a message left out is said later with the rate that
/// it had, and not with the lower one that the schedule has reached.
final class StepFeedback implements GradientExchange {
  private final GradientExchange inner;
  private final Schedule rate;
  private int step;

  /// @param codec of each step, counted from 0
  /// @param rate of the optimizer, whose steps are counted here, too
  StepFeedback(IntFunction<GradientCodec> codec, Schedule rate) {
    this.inner =
        new ErrorFeedback(
            (link, numbers) -> GradientExchange.coded(codec.apply(step)).exchange(link, numbers));
    this.rate = rate;
  }

  @Override
  public Exchanged exchange(RingLink link, float[] gradient) {
    float now = (float) rate.rate(step);
    if (now == 0) {
      return new Exchanged(gradient, gradient); // a step of no length
    }
    var exchanged = inner.exchange(link, times(gradient, now));
    step++;
    return new Exchanged(times(exchanged.mean(), 1 / now), times(exchanged.said(), 1 / now));
  }

  private static float[] times(float[] numbers, float factor) {
    var product = numbers.clone();
    for (int i = 0; i < product.length; i++) {
      product[i] *= factor;
    }
    return product;
  }
}
