package tapeline.compress;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// `Y = (X·A)·B + b`: a linear layer whose weight is a product of two narrow matrices, A (in,r) and
/// B (r,out). 2·r·(in + out) FLOPs a row instead of 2·in·out: fewer when `r < in·out/(in + out)`.
public final class LowRankLinear implements Layer {
  private final Parameter a;
  private final Parameter b;
  private final Parameter bias;

  private LowRankLinear(Tensor a, Tensor b, Tensor bias) {
    this.a = new Parameter("a", a);
    this.b = new Parameter("b", b);
    this.bias = new Parameter("bias", bias.copy());
  }

  /// Returns the nearest layer to this one with the smallest rank that keeps this share of its
  /// weight's energy.
  ///
  /// @param energy above 0, up to 1
  public static LowRankLinear of(Linear layer, double energy, RandomGenerator random) {
    var weight = layer.parameters().get(0).value();
    int most = Math.min(weight.shape().length(0), weight.shape().length(1));
    var svd = TruncatedSvd.of(weight, most, random);
    int rank = svd.rankFor(energy);
    return new LowRankLinear(
        svd.scaled(svd.u().slice(1, 0, rank)),
        svd.vt().slice(0, 0, rank).copy(),
        layer.parameters().get(1).value());
  }

  /// Returns the rank of the product, r.
  public int rank() {
    return a.value().shape().length(1);
  }

  @Override
  public Variable forward(Variable x) {
    var tape = x.tape();
    return x.matmul(a.on(tape)).matmul(b.on(tape)).plus(bias.on(tape));
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(a, b, bias);
  }
}
