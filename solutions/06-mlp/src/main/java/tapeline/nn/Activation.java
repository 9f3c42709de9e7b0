package tapeline.nn;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.tensor.UnaryOp;

/// A function of each number: what makes a network more than one linear layer.
public record Activation(UnaryOp op) implements Layer {
  @Override
  public Variable forward(Variable x) {
    return x.map(op);
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }
}
