package tapeline.transformer;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.FusingBackend;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Layer normalisation: rows by [Normalize], then a learnt gain and bias for each column. X and Y
/// (…,width).
public final class LayerNorm implements Layer {
  private static final float EPSILON = 1e-5f;

  private final Parameter gain;
  private final Parameter bias;

  /// Gains of 1 and biases of 0.
  ///
  /// @param name the prefix of its parameters' names
  public LayerNorm(String name, int width) {
    gain = new Parameter(name + ".gain", Tensor.full(1, width));
    bias = new Parameter(name + ".bias", Tensor.zeros(width));
  }

  @Override
  public Variable forward(Variable x) {
    var tape = x.tape();
    var rows = new Normalize(EPSILON);
    var g = gain.on(tape);
    var b = bias.on(tape);
    return FusingBackend.asOne(rows, x, g, b).orElseGet(() -> tape.apply(rows, x).times(g).plus(b));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(gain, bias);
  }
}
