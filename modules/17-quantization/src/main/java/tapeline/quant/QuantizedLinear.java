package tapeline.quant;

import tapeline.nn.Linear;

/// A linear layer from int8 to int8, in integers alone: `Y = X·W + b`, its sums in int32 and its
/// weights with a scale for each output.
///
/// A code of the outputs that begins at 0 cuts off what is below: the layer then has a ReLU, for
/// nothing.
public final class QuantizedLinear {
  private static final double MOST_BIAS = 1e9; // with a sum of products it is within int32

  private final QuantizedMatrix weight;
  private final int[] bias;
  private final Requantizer[] requantizers;
  private final Affine output;

  /// @param input the code of the layer's inputs
  /// @param output the code of its outputs
  /// @throws IllegalArgumentException when a bias is beyond int32 in units of its products
  public QuantizedLinear(Linear layer, Affine input, Affine output) {
    var parameters = layer.parameters();
    this.weight =
        QuantizedMatrix.of(parameters.getFirst().value().transpose(), WeightFormat.INT8_CHANNEL);
    this.bias = new int[weight.rows()];
    this.requantizers = new Requantizer[weight.rows()];
    this.output = output;
    var b = parameters.getLast().value();
    for (int j = 0; j < bias.length; j++) {
      double unit = (double) input.scale() * Math.abs(weight.scale(j));
      double units = Math.rint(b.at(j) / unit);
      if (!(Math.abs(units) <= MOST_BIAS)) {
        throw new IllegalArgumentException(
            "a bias has at most 10⁹ units of the products, got %s of %s".formatted(units, unit));
      }
      bias[j] = (int) units;
      requantizers[j] = Requantizer.of(unit / output.scale(), output.zeroPoint());
    }
  }

  /// X (n,in) to Y (n,out), both codes.
  public Codes apply(Codes x) {
    int n = weight.rows();
    int[] sums = IntProduct.of(x, weight.codes());
    var y = new byte[sums.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = requantizers[i % n].apply(sums[i] + bias[i % n]);
    }
    return new Codes(y, 0, n, x.rows(), n, output.zeroPoint());
  }

  /// The code of the outputs.
  public Affine output() {
    return output;
  }

  /// The layer's weights.
  public QuantizedMatrix weight() {
    return weight;
  }
}
