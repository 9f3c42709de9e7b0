package tapeline.nn;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// `Y = X·W + b`; X (…,in), W (in,out), b (out), Y (…,out). 2·in·out flops a row.
public final class Linear implements Layer {
  private static final TensorOp[] OPS = {new MatMul(), new Arithmetic.Add()};

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
    var tape = x.tape();
    return FusingBackend.inPlaceOf(x.shape(), OPS) instanceof TensorOp.Many fused
        ? tape.apply(fused, List.of(x, weight.on(tape), bias.on(tape)))
        : x.matmul(weight.on(tape)).plus(bias.on(tape));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
