package tapeline.conv;

import java.util.List;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// The largest pixel of each `size × size` square, which do not overlap: (n,c,h,w) to (n,c,h/size,
/// w/size).
public record MaxPool(int size) implements TensorOp.Unary, Layer {

  /// @throws IllegalArgumentException when size does not divide height and width
  @Override
  public Tensor forward(Tensor x) {
    var in = Images.of(x);
    if (in.h() % size != 0 || in.w() % size != 0) {
      throw new IllegalArgumentException(
          "pooling by %d needs images whose sides it divides, got %s".formatted(size, x.shape()));
    }
    // BEGIN SOLUTION 08.6 "max pooling" 10 points
    return squares(x, in).max(false, 3, 5);
    // STUB // TODO 08.6 — 1 line. squares(x, in), below, is (n, c, h/size, size, w/size, size): along
    // STUB // which two axes does the largest lie? x.max(false, axis, axis) is without them.
    // STUB throw new Todo("08.6", "max pooling");
    // END SOLUTION
  }

  /// The gradient goes to the largest pixel; to equals in equal parts.
  @Override
  public Tensor grad(Tensor dY, Tensor x, Tensor y) {
    var in = Images.of(x);
    var pixels = squares(x, in);
    var out = new int[] {in.n(), in.c(), in.h() / size, 1, in.w() / size, 1};
    // BEGIN SOLUTION 08.7 "pooling's gradient" 10 points
    var largest = y.reshape(out).greater(pixels).neg().plus(1);
    var share = largest.div(largest.sum(true, 3, 5));
    return share.times(dY.reshape(out)).reshape(x.shape().toArray());
    // STUB // TODO 08.7 — 3 lines. pixels is x as (n, c, h/size, size, w/size, size); y and dY become
    // STUB // stretchable to that by reshape(out). Which pixels are not smaller than y? They share
    // STUB // dY. The result has the shape of x.
    // STUB throw new Todo("08.7", "pooling's gradient");
    // END SOLUTION
  }

  private Tensor squares(Tensor x, Images in) {
    return x.reshape(in.n(), in.c(), in.h() / size, size, in.w() / size, size);
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
