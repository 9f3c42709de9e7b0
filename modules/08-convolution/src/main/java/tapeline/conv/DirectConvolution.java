package tapeline.conv;

import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// Convolution by its definition, loops and nothing else: what the fast one is checked against.
///
/// `Y[n,o,i,j] = Σ_{c,u,v} X[n, c, i·s + u − p, j·s + v − p]·W[o,c,u,v]` with stride s and padding
/// p; pixels outside the image are 0. X (n,c,h,w), W (o,c,k,k), Y (n,o,h′,w′). 2·o·c·k²·h′·w′ flops
/// an image, and as many for each gradient. As everywhere in deep learning the window is not
/// flipped: strictly, this is a cross-correlation.
public record DirectConvolution(Window window) implements TensorOp.Binary {

  /// @throws IllegalArgumentException when the channels differ or the window does not fit
  @Override
  public Tensor forward(Tensor x, Tensor w) {
    var in = Images.of(x.shape());
    var out = window.convolved(in, w.shape());
    var kernel = Images.of(w.shape());
    var pixels = x.toArray();
    var weights = w.toArray();
    var y = out.zeros();
    for (int e = 0; e < y.data().length; e++) {
      y.data()[e] = (float) Patch.of(window, in, kernel, out, e).sum(pixels, weights);
    }
    return y;
  }

  @Override
  public Tensor gradA(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var in = Images.of(x.shape());
    var out = Images.of(dY.shape());
    var kernel = Images.of(w.shape());
    var weights = w.toArray();
    var slopes = dY.toArray();
    var dX = new double[x.shape().size()];
    for (int e = 0; e < slopes.length; e++) {
      Patch.of(window, in, kernel, out, e).addToPixels(slopes[e], weights, dX);
    }
    return rounded(dX, x);
  }

  @Override
  public Tensor gradB(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var in = Images.of(x.shape());
    var out = Images.of(dY.shape());
    var kernel = Images.of(w.shape());
    var pixels = x.toArray();
    var slopes = dY.toArray();
    var dW = new double[w.shape().size()];
    for (int e = 0; e < slopes.length; e++) {
      Patch.of(window, in, kernel, out, e).addToWeights(slopes[e], pixels, dW);
    }
    return rounded(dW, w);
  }

  private static Tensor rounded(double[] sums, Tensor like) {
    var result = Tensor.zeros(like.shape());
    for (int i = 0; i < sums.length; i++) {
      result.data()[i] = (float) sums[i];
    }
    return result;
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }
}
