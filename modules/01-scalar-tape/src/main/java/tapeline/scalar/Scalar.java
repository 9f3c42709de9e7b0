package tapeline.scalar;

/// A slot of a tape, with the ops as methods: `x.mul(x).add(x.sin())`.
///
/// Each method records one slot, and one more for a constant when it is given a `double`. Operands
/// must be slots of the same tape; if not, it is an [IllegalArgumentException].
public final class Scalar {
  private final Tape tape;
  private final int index;

  Scalar(Tape tape, int index) {
    this.tape = tape;
    this.index = index;
  }

  /// The tape that this is a slot of.
  public Tape tape() {
    return tape;
  }

  /// The place on the tape, from 0.
  public int index() {
    return index;
  }

  /// The value, computed when the slot was recorded.
  public double value() {
    return tape.value(this);
  }

  /// The gradient of the last backward's output with respect to this slot: see [Tape#gradient].
  public double gradient() {
    return tape.gradient(this);
  }

  // spotless:off
  /// `this + b`
  public Scalar add(Scalar b) { return tape.record(ScalarOp.ADD, this, b); }
  /// `this + b`
  public Scalar add(double b) { return add(tape.constant(b)); }
  /// `this − b`
  public Scalar sub(Scalar b) { return tape.record(ScalarOp.SUB, this, b); }
  /// `this − b`
  public Scalar sub(double b) { return sub(tape.constant(b)); }
  /// `this · b`
  public Scalar mul(Scalar b) { return tape.record(ScalarOp.MUL, this, b); }
  /// `this · b`
  public Scalar mul(double b) { return mul(tape.constant(b)); }
  /// `this / b`
  public Scalar div(Scalar b) { return tape.record(ScalarOp.DIV, this, b); }
  /// `this / b`
  public Scalar div(double b) { return div(tape.constant(b)); }
  /// `thisᵇ`
  public Scalar pow(Scalar b) { return tape.record(ScalarOp.POW, this, b); }
  /// `thisᵇ`
  public Scalar pow(double b) { return pow(tape.constant(b)); }

  /// `−this`
  public Scalar neg() { return tape.record(ScalarOp.NEG, this); }
  /// `e` to the power of this
  public Scalar exp() { return tape.record(ScalarOp.EXP, this); }
  /// `ln this`
  public Scalar log() { return tape.record(ScalarOp.LOG, this); }
  /// `sin this`, in radians
  public Scalar sin() { return tape.record(ScalarOp.SIN, this); }
  /// `cos this`, in radians
  public Scalar cos() { return tape.record(ScalarOp.COS, this); }
  /// `tanh this`
  public Scalar tanh() { return tape.record(ScalarOp.TANH, this); }
  /// `1 / (1 + e⁻ᵃ)`, a being this
  public Scalar sigmoid() { return tape.record(ScalarOp.SIGMOID, this); }
  /// `max(this, 0)`
  public Scalar relu() { return tape.record(ScalarOp.RELU, this); }
  /// `ln(1 + eᵃ)`, a being this
  public Scalar softplus() { return tape.record(ScalarOp.SOFTPLUS, this); }
  // spotless:on

  /// For example `#2 = MUL(#0, #1) = 6.0`, and the gradient when there is one.
  @Override
  public String toString() {
    return tape.entry(index).toString();
  }
}
