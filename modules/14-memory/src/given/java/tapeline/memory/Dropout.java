package tapeline.memory;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Puts each number to 0 with probability `rate`, and divides the others by `1 − rate`, anew at
/// each forward: the mean stays (Srivastava et al., JMLR 15, 2014). For training alone.
///
/// @param rate from 0 to below 1
public record Dropout(float rate, ReplayRandom random) implements Layer {
  public Dropout {
    if (!(0 <= rate && rate < 1)) {
      throw new IllegalArgumentException("a rate of dropout is from 0 to below 1, got " + rate);
    }
  }

  @Override
  public Variable forward(Variable x) {
    var mask = Tensor.zeros(x.shape());
    for (int i = 0; i < mask.data().length; i++) {
      mask.data()[i] = random.nextFloat() < rate ? 0 : 1 / (1 - rate);
    }
    return x.times(x.tape().constant(mask));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }
}
