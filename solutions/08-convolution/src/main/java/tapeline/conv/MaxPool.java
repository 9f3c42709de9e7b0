package tapeline.conv;

import java.util.List;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// The largest pixel of each `size × size` square: (n,c,h,w) to (n, c, h/size, w/size).
public record MaxPool(int size) implements TensorOp.Unary, Layer {
  public MaxPool {
    Squares.requireSide(size);
  }

  /// @throws IllegalArgumentException when size does not divide height and width
  @Override
  public Tensor forward(Tensor x) {
    var squares = Squares.of(x.shape(), size);
    var pixels = x.toArray();
    var y = squares.zeros();
    for (int e = 0; e < y.data().length; e++) {
      y.data()[e] = pixels[largest(pixels, squares, e)];
    }
    return y;
  }

  /// Returns the index of the largest pixel of square `e`; of equals, the first. NaN counts as
  /// larger than any number.
  private int largest(float[] pixels, Squares squares, int e) {
    int first = squares.first(e);
    int largest = first;
    for (int u = 0; u < size; u++) {
      for (int v = 0; v < size; v++) {
        int at = first + u * squares.in().w() + v;
        boolean larger = pixels[at] > pixels[largest] || Float.isNaN(pixels[at]);
        largest = larger ? at : largest;
      }
    }
    return largest;
  }

  /// The gradient goes to the pixel that was the largest; of equals, to the first.
  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var squares = Squares.of(x.shape(), size);
    var pixels = x.toArray();
    var slopes = dY.toArray();
    var dX = squares.in().zeros();
    // BEGIN SOLUTION 08.8 "max pooling's gradient" 10 points
    for (int e = 0; e < slopes.length; e++) {
      dX.data()[largest(pixels, squares, e)] = slopes[e];
    }
    return dX;
    // STUB // TODO 08.8 — 4 lines. slopes[e] is the gradient in the number that square e became.
    // STUB // largest(pixels, squares, e) is where the square's largest pixel lies, of equals the
    // STUB // first. By how much does the number move with each pixel of the square? dX.data()
    // STUB // holds zeros; return dX.
    // STUB throw new Todo("08.8", "max pooling's gradient");
    // END SOLUTION
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
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
