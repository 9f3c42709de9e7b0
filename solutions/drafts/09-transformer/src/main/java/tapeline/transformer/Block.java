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
import tapeline.tensor.UnaryOp;

/// One layer of a transformer, X and Y (batch,time,width): attention between the places, then a
/// perceptron at each, both on normalised rows and both added to what came in.
public final class Block implements Layer {
  private final LayerNorm before;
  private final Attention attention;
  private final LayerNorm between;
  private final Sequential perceptron;

  public Block(String name, int width, int heads, RandomGenerator random) {
    before = new LayerNorm(name + ".norm1", width);
    attention = new Attention(name + ".attention", width, heads, random);
    between = new LayerNorm(name + ".norm2", width);
    perceptron =
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
  Variable step(Variable x, KeyValueCache cache, int layer) {
    return forward(x, y -> attention.step(y, cache, layer));
  }

  private Variable forward(Variable x, UnaryOperator<Variable> attend) {
    // BEGIN SOLUTION 09.6 "a block" 10 points
    var y = x.plus(attend.apply(before.forward(x)));
    return y.plus(perceptron.forward(between.forward(y)));
    // STUB // TODO 09.6 — 2 lines. y = x + attention(norm(x)), then y + perceptron(norm(y)), each with
    // STUB // its own norm (before, between). What do the two sums do for the gradient of a deep model?
    // STUB throw new Todo("09.6", "a block");
    // END SOLUTION
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.of(before, attention, between, perceptron)
        .flatMap(l -> l.parameters().stream())
        .toList();
  }
}
