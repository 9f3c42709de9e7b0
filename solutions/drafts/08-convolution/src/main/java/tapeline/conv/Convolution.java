package tapeline.conv;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// A convolutional layer: images (n,c,h,w) to (n,o,h′,w′), `Y = W∗X + b`.
///
/// 2·o·c·k²·h′·w′ flops an image, as one matrix product on [Im2Col]'s columns.
public final class Convolution implements Layer {
  private final Window window;
  private final Parameter weight;
  private final Parameter bias;

  /// A layer with He's weights (variance 2/(c·k²)) and no bias at first.
  public Convolution(String name, int in, int out, Window window, RandomGenerator random) {
    int k = window.size();
    float deviation = (float) Math.sqrt(2.0 / (in * k * k));
    this.window = window;
    this.weight = new Parameter(name + ".weight", Tensor.normal(random, out, in, k, k).times(deviation));
    this.bias = new Parameter(name + ".bias", Tensor.zeros(out, 1, 1));
  }

  @Override
  public Variable forward(Variable x) {
    return convolve(x, weight.on(x.tape()), window).plus(bias.on(x.tape()));
  }

  /// X (n,c,h,w), W (o,c,k,k), Y (n,o,h′,w′); the same as [DirectConvolution] to rounding.
  ///
  /// @throws IllegalArgumentException when the channels differ or the window does not fit
  public static Variable convolve(Variable x, Variable w, Window window) {
    var in = Images.of(x.shape());
    var k = Images.of(w.shape());
    if (in.c() != k.c() || k.h() != window.size() || k.w() != window.size()) {
      throw new IllegalArgumentException(
          "convolution needs images (n,c,h,w) and weights (o,c,%d,%d), got %s and %s"
              .formatted(window.size(), window.size(), x.shape(), w.shape()));
    }
    int rows = window.places(in.h());
    int columns = window.places(in.w());
    var seen = x.tape().apply(new Im2Col(window), x);
    // BEGIN SOLUTION 08.5 "convolution as a product" 15 points
    var weights = w.reshape(k.n(), k.c() * k.h() * k.w());
    return weights.matmul(seen).reshape(in.n(), k.n(), rows, columns);
    // STUB // TODO 08.5 — 2 lines. seen is (n, c·k·k, places). Which shape must w (o,c,k,k) have for a
    // STUB // product with each of the n matrices, and which shape has the result (n, o, places)?
    // STUB throw new Todo("08.5", "convolution as a product");
    // END SOLUTION
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
