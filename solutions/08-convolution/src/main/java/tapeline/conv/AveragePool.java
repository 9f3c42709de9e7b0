package tapeline.conv;

import java.util.List;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// The mean of each `size × size` square: (n,c,h,w) to (n, c, h/size, w/size).
public record AveragePool(int size) implements TensorOp.Unary, Layer {
  public AveragePool {
    Squares.requireSide(size);
  }

  /// @throws IllegalArgumentException when size does not divide height and width
  @Override
  public Tensor forward(Tensor x) {
    var squares = Squares.of(x.shape(), size);
    int w = squares.in().w();
    var pixels = x.toArray();
    var y = squares.zeros();
    for (int e = 0; e < y.data().length; e++) {
      double sum = 0;
      for (int u = 0; u < size; u++) {
        for (int v = 0; v < size; v++) {
          sum += pixels[squares.first(e) + u * w + v];
        }
      }
      y.data()[e] = (float) (sum / (size * size));
    }
    return y;
  }

  /// Each pixel of a square moves the mean by as much: it gets `dy/size²`.
  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var squares = Squares.of(x.shape(), size);
    int w = squares.in().w();
    var slopes = dY.toArray();
    var dX = squares.in().zeros();
    for (int e = 0; e < slopes.length; e++) {
      for (int u = 0; u < size; u++) {
        for (int v = 0; v < size; v++) {
          dX.data()[squares.first(e) + u * w + v] = slopes[e] / (size * size);
        }
      }
    }
    return dX;
  }

  @Override
  public Keeps keeps() {
    return Keeps.NOTHING;
  }

  @Override
  public Variable forward(Variable x) {
    return x.tape().apply(this, x);
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }
}
