package tapeline.transformer;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import tapeline.autograd.Variable;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// One block of a transformer, X and Y (batch,time,width): attention between the positions, then a
/// perceptron at each. Both see normalised rows, and both are added to what came in (*pre-norm*,
/// Xiong et al. 2020, arXiv 2002.04745). 24·width² + 4·time·width flops a position.
public final class TransformerBlock implements Layer {
  private final LayerNorm norm1;
  private final Attention attention;
  private final LayerNorm norm2;
  private final Sequential mlp;

  /// A block with causal attention.
  ///
  /// @param name the prefix of its parameters' names
  /// @throws IllegalArgumentException unless the heads divide the width
  public TransformerBlock(String name, int width, int heads, RandomGenerator random) {
    this(name, width, heads, Attention::causal, random);
  }

  /// A block with a mask of its own.
  public TransformerBlock(
      String name, int width, int heads, Attention.Mask mask, RandomGenerator random) {
    norm1 = new LayerNorm(name + ".norm1", width);
    attention = new Attention(name + ".attention", width, heads, mask, random);
    norm2 = new LayerNorm(name + ".norm2", width);
    mlp =
        new Sequential(
            new Linear(name + ".up", width, 4 * width, random),
            new Activation(UnaryOp.GELU),
            new Linear(name + ".down", 4 * width, width, random));
  }

  @Override
  public Variable forward(Variable x) {
    return forward(x, attention::forward);
  }

  /// See [Attention#step].
  public Variable step(Variable x, KeyValueCache cache, int layer) {
    return forward(x, rows -> attention.step(rows, cache, layer));
  }

  private Variable forward(Variable x, UnaryOperator<Variable> attend) {
    var y = x.plus(attend.apply(norm1.forward(x)));
    return y.plus(mlp.forward(norm2.forward(y)));
  }

  /// See [Attention#weights].
  Tensor weights(Variable x) {
    return attention.weights(norm1.forward(x));
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.of(norm1, attention, norm2, mlp).flatMap(l -> l.parameters().stream()).toList();
  }
}
