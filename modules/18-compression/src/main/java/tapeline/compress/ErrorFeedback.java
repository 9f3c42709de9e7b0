package tapeline.compress;

import tapeline.toolkit.Todo;

/// Exchanges gradients and forgets nothing: what a message left out is added to the next one (Seide
/// et al. 2014, Interspeech; Karimireddy et al. 2019, arXiv 1901.09847).
public final class ErrorFeedback implements GradientExchange {
  private final GradientExchange inner;
  private float[] error = {};

  public ErrorFeedback(GradientExchange inner) {
    this.inner = inner;
  }

  @Override
  public Exchanged exchange(RingLink link, float[] gradient) {
    if (error.length != gradient.length) {
      error = new float[gradient.length];
    }
    // BEGIN EXERCISE 18.8
    // TODO 18.8 — 9 lines. The inner exchange gets gradient + error; the new error is what
    // it got minus what its message said, said(). Over many steps, what is the sum of all
    // that was said, beside the sum of all gradients?
    throw new Todo("18.8", "error feedback");
    // END EXERCISE 18.8
  }

  /// Returns the part of the gradients that has not been sent so far.
  public float[] error() {
    return error.clone();
  }
}
