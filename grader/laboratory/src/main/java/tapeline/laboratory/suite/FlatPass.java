package tapeline.laboratory.suite;

import tapeline.reuse.FlatTape;

/// A pass of module 03's tape, which is reset and recorded anew each time.
final class FlatPass implements Pass {
  private final FlatTape tape = new FlatTape();
  private final double at;
  private final Recording function;
  private int x;
  private int y;

  /// A function of one variable.
  @FunctionalInterface
  interface Recording {
    /// Records the function of slot `x`; its slot.
    int on(FlatTape tape, int x);
  }

  FlatPass(double at, Recording function) {
    this.at = at;
    this.function = function;
    forward();
  }

  @Override
  public double forward() {
    tape.reset();
    x = tape.variable(at);
    y = function.on(tape, x);
    return tape.value(y);
  }

  @Override
  public double backward() {
    tape.backward(y);
    return tape.gradient(x);
  }

  /// How many nodes a backward looks at.
  int visited() {
    forward();
    backward();
    return tape.visited();
  }

  @Override
  public int nodes() {
    return tape.stats().grads();
  }

  /// What its arrays have room for.
  @Override
  public Long peakBytes() {
    return tape.stats().bytes();
  }
}
