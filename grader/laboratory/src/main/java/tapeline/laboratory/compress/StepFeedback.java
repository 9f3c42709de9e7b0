package tapeline.laboratory.compress;

import tapeline.compress.ErrorFeedback;
import tapeline.compress.GradientExchange;
import tapeline.compress.RingLink;
import tapeline.optim.Schedule;

/// Error feedback on steps, which are `rate·gradient`, instead of gradients (Karimireddy et al.
/// 2019, arXiv 1901.09847, algorithm 1): what a message left out is said later with the rate that
/// it had, and not with the lower one that the schedule has reached. The last step, after which the
/// rate is 0, says all that is left, exactly.
final class StepFeedback implements GradientExchange {
  private final GradientExchange inner;
  private final Schedule rate;
  private int step;
  private boolean last;

  /// @param inner exchange, without feedback
  /// @param rate of the optimizer, whose steps are counted here, too
  StepFeedback(GradientExchange inner, Schedule rate) {
    this.inner =
        new ErrorFeedback((link, numbers) ->
            (last ? GradientExchange.exact() : inner).exchange(link, numbers));
    this.rate = rate;
  }

  @Override
  public Exchanged exchange(RingLink link, float[] gradient) {
    float now = (float) rate.rate(step++);
    if (now == 0) {
      return new Exchanged(gradient, gradient); // a step of no length
    }
    last = rate.rate(step) == 0;
    var exchanged = inner.exchange(link, times(gradient, now));
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
