package tapeline.nn;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// `Y = X·W + b`; X (…,in), W (in,out), b (out), Y (…,out). 2·in·out flops a row.
public final class Linear implements Layer {
  private final Parameter weight;
  private final Parameter bias;

  /// A layer with weights from [Init#he] and no bias at first.
  ///
  /// @param name the prefix of its parameters' names
  public Linear(String name, int in, int out, RandomGenerator random) {
    this(name, Init.he(in, out, random));
  }

  /// A layer that starts from this weight (in,out).
  public Linear(String name, Tensor weight) {
    this.weight = new Parameter(name + ".weight", weight);
    this.bias = new Parameter(name + ".bias", Tensor.zeros(weight.shape().length(-1)));
  }

  @Override
  public Variable forward(Variable x) {
    var w = weight.on(x.tape());
    var b = bias.on(x.tape());
    return FusingBackend.asOne(this, x, w, b).orElseGet(() -> x.matmul(w).plus(b));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
