package tapeline.conv;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;

/// Images (n,c,h,w) as rows (n, c·h·w), for the linear layers at the end.
public record Flatten() implements Layer {
  @Override
  public Variable forward(Variable x) {
    return x.reshape(x.shape().length(0), -1);
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }
}
