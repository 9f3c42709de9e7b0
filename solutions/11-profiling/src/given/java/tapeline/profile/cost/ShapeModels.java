package tapeline.profile.cost;

import static tapeline.profile.cost.ShapeLayers.*;

import tapeline.conv.Window;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.CharModel;

/// The course's models on a [ShapeTape]: logits from a batch.
public final class ShapeModels {
  private ShapeModels() {}

  /// Applies a model like [tapeline.nn.Sequential#mlp], from rows (n,in) to the last of these
  /// widths.
  public static ShapeVariable mlp(ShapeVariable rows, int... widths) {
    var y = rows;
    for (int i = 0; i < widths.length; i++) {
      y = linear(i == 0 ? y : y.map(UnaryOp.RELU), widths[i]);
    }
    return y;
  }

  /// Applies a model like [tapeline.conv.DigitsNetwork#of], from digits (n,1,8,8).
  public static ShapeVariable digitsNetwork(ShapeVariable images, int width) {
    var half = maxPool(bias(convolution(images, width, Window.same(3))).map(UnaryOp.RELU), 2);
    var wide = bias(convolution(half, 2 * width, Window.same(3)));
    return linear(flatten(maxPool(wide.map(UnaryOp.RELU), 2)), 10);
  }

  /// Applies a model like [CharModel#logits] to `texts` texts of `time` tokens.
  public static ShapeVariable charModel(ShapeTape tape, CharModel.Size size, int texts, int time) {
    var tokens = embedding(tape.variable(size.vocabulary(), size.width()), texts * time);
    var positions = embedding(tape.variable(size.context(), size.width()), time);
    var x = tokens.reshape(texts, time, size.width()).plus(positions);
    for (int i = 0; i < size.layers(); i++) {
      x = block(x, size.heads());
    }
    return linear(layerNorm(x), size.vocabulary());
  }
}
