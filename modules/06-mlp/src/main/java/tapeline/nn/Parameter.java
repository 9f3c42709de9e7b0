package tapeline.nn;

import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// A tensor that is learnt, and the gradient that has gathered in it.
///
/// Gradients add up, over uses in a model and over backward passes, until [#clearGradient]: a batch
/// may be taken in parts.
public final class Parameter {
  private final String name;
  private final Tensor value;
  private @Nullable Tensor gradient;
  private @Nullable Variable onTape;

  /// A parameter that owns `value`, which optimizers write in place.
  ///
  /// @param name what reports call it, for example `0.weight`
  public Parameter(String name, Tensor value) {
    this.name = name;
    this.value = value.contiguous();
  }

  public String name() {
    return name;
  }

  public Tensor value() {
    return value;
  }

  @Override
  public String toString() {
    return name + " " + value.shape();
  }

  /// This parameter as a variable of `tape`: one, however often the model uses it. A constant where
  /// [#fixOn] asked for that.
  public Variable on(TensorTape tape) {
    var known = onTape;
    if (known == null || known.tape() != tape) {
      known = tape.variable(value, this::addGradient);
      onTape = known;
    }
    return known;
  }

  /// Makes this parameter a constant of `tape`: what is computed there needs no gradient, and is
  /// not recorded.
  public void fixOn(TensorTape tape) {
    onTape = tape.constant(value);
  }

  /// Makes [#on] give `variable` on its tape from here on, so that its gradient stays on that tape;
  /// with null, as if it had given nothing yet. Returns what it had given last, or null.
  public @Nullable Variable standIn(@Nullable Variable variable) {
    var before = onTape;
    onTape = variable;
    return before;
  }

  /// The sum of the gradients since the last [#clearGradient]; zeros when there were none.
  public Tensor gradient() {
    var sum = gradient;
    return sum == null ? Tensor.zeros(value.shape()) : sum;
  }

  /// Replaces the gradient: what clipping does.
  ///
  /// @throws IllegalArgumentException when it has another shape than the value
  public void setGradient(Tensor gradient) {
    if (!gradient.shape().equals(value.shape())) {
      throw new IllegalArgumentException(
          "the gradient of %s has the shape %s, got %s"
              .formatted(name, value.shape(), gradient.shape()));
    }
    this.gradient = gradient;
  }

  private void addGradient(Tensor more) {
    var before = gradient;
    gradient = before == null ? more : before.plus(more);
  }

  /// Forgets the gradients that have gathered.
  public void clearGradient() {
    gradient = null;
    onTape = null;
  }
}
