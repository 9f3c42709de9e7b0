package tapeline.transformer;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Rows of mean 0 and variance 1, then a learnt scale and shift of each column; X and Y (…,width).
public final class LayerNorm implements Layer {
  private static final float EPSILON = 1e-5f;

  private final Parameter scale;
  private final Parameter shift;

  public LayerNorm(String name, int width) {
    scale = new Parameter(name + ".scale", Tensor.full(1, width));
    shift = new Parameter(name + ".shift", Tensor.zeros(width));
  }

  @Override
  public Variable forward(Variable x) {
    var rows = x.tape().apply(new Normalize(EPSILON), x);
    return rows.times(scale.on(x.tape())).plus(shift.on(x.tape()));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(scale, shift);
  }
}
