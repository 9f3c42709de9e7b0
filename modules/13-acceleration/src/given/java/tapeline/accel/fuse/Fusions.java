package tapeline.accel.fuse;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.nn.Activation;
import tapeline.nn.CrossEntropy;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.Attention;
import tapeline.transformer.Normalize;

/// The ops of this package that stand in a training for several others.
public final class Fusions {
  private static final int NARROW = 64; // columns of a head
  private static final int SHORT = 512; // its rows
  private static final int WIDE = 14; // pixels in a row of an image
  private static final int MANY = 4; // channels
  private static final int[] LABELS = {1, 0, 2};

  private Fusions() {}

  /// Returns one op for this layer, or the layer whose first op this is, or null: see
  /// [tapeline.nn.FusingBackend]. A loss that is wrong stands for none.
  public static @Nullable TensorOp of(Object work, Shape x) {
    if (x.size() == 0) {
      return null;
    }
    return switch (work) {
      case CrossEntropy loss -> Loss.IS_RIGHT ? new SoftmaxCrossEntropy(loss.labels()) : null;
      case Linear _ -> new FusedLinear();
      case Normalize rows -> new FusedLayerNorm(rows.epsilon());
      case Attention _ when x.length(-1) <= NARROW && x.length(-2) <= SHORT ->
          new FusedAttention((float) (1 / Math.sqrt(x.length(-1)))); // as 09.5 scales
      case Im2Col columns when columns.window().stride() == 1 && isLarge(x) ->
          new ImagewiseConvolution(columns.window());
      default -> null;
    };
  }

  /// Returns whether columns would take longer than images of this shape, (n,c,h,w), in tiles of
  /// their rows.
  private static boolean isLarge(Shape x) {
    return x.length(-1) >= WIDE || (x.length(-1) >= WIDE / 2 && x.length(1) >= MANY);
  }

  /// Returns one layer for a linear one and its activation, or for ReLU and a pooling; null for
  /// other layers.
  public static @Nullable Layer of(Layer first, Layer then) {
    if (first instanceof Linear linear && then instanceof Activation f) {
      return new LinearActivation(linear, f.op());
    }
    return first.equals(new Activation(UnaryOp.RELU)) && then instanceof MaxPool pool
        ? new ReluPool(pool)
        : null;
  }

  /// ReLU and a pooling of its result, as one op.
  private record ReluPool(MaxPool pool) implements Layer {
    @Override
    public Variable forward(Variable x) {
      return x.tape().apply(new PooledRelu(pool.size()), x);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of();
    }
  }

  /// A linear layer whose bias and activation are one op.
  private record LinearActivation(Linear linear, UnaryOp op) implements Layer {
    @Override
    public Variable forward(Variable x) {
      var weight = parameters().getFirst().on(x.tape());
      var bias = parameters().getLast().on(x.tape());
      var product = rows(x).matmul(weight);
      var to = x.shape().toArray();
      to[to.length - 1] = product.shape().length(1);
      var y = x.tape().apply(new BiasActivation(op), product, bias);
      return to.length > 2 ? y.reshape(to) : y;
    }

    /// Returns all rows of x as one matrix, so that dW is one product.
    private static Variable rows(Variable x) {
      return x.shape().rank() > 2 ? x.reshape(-1, x.shape().length(-1)) : x;
    }

    @Override
    public List<Parameter> parameters() {
      return linear.parameters();
    }
  }

  /// The one verdict on [SoftmaxCrossEntropy].
  private static final class Loss {
    static final boolean IS_RIGHT =
        agree(new SoftmaxCrossEntropy(LABELS), new CrossEntropy(LABELS));

    static {
      if (!IS_RIGHT) {
        IO.println("13.7 differs from 06's cross-entropy, or is not written: trainings take 06's");
      }
    }
  }

  /// Returns whether two losses of three rows, labelled 1, 0 and 2, have values and gradients that
  /// agree to 10⁻⁵: for few classes and many, for logits of 1000, and for a part of a tensor.
  public static boolean agree(TensorOp.Unary fused, TensorOp.Unary plain) {
    boolean agree = true;
    try {
      for (int classes : new int[] {3, 10, 65}) {
        for (float size : new float[] {1, 1000}) {
          var x = Tensor.normal(new SplittableRandom(1), 4, classes).times(size).slice(0, 1, 4);
          var loss = plain.forward(x);
          agree &= isNear(fused.forward(x), loss);
          for (float dY : new float[] {1, -0.5f}) {
            var slope = Tensor.scalar(dY);
            agree &= isNear(fused.grad(slope, x, loss), plain.grad(slope, x, loss));
          }
        }
      }
      return agree;
    } catch (RuntimeException
        | StackOverflowError _) { // of an answer that is not written, or wrong
      return false;
    }
  }

  private static boolean isNear(Tensor x, Tensor y) {
    var off = x.minus(y).abs().div(y.abs().plus(1)).max(false).item();
    return x.shape().equals(y.shape()) && off < 1e-5f;
  }
}
