package tapeline.profile.cost;

import java.util.stream.IntStream;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.nn.CrossEntropy;
import tapeline.tensor.Shape;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.Embedding;
import tapeline.transformer.Normalize;

/// The course's layers on a [ShapeTape]: the ops that each records, in the order in which it does.
public final class ShapeLayers {
  private ShapeLayers() {}

  /// Applies a layer like [tapeline.nn.Linear]: X (…,in) to (…,out).
  public static ShapeVariable linear(ShapeVariable x, int out) {
    var tape = x.tape();
    return x.matmul(tape.variable(x.shape().length(-1), out)).plus(tape.variable(out));
  }

  /// Applies a layer like [tapeline.conv.Convolution] without its bias: images (n,c,h,w) to
  /// (n,out,h′,w′).
  public static ShapeVariable convolution(ShapeVariable x, int out, Window window) {
    var in = x.shape();
    int n = in.length(0);
    int h = window.places(in.length(2));
    int w = window.places(in.length(3));
    int inputs = in.length(1) * window.size() * window.size();
    var columns = x.apply(new Im2Col(window), Shape.of(inputs, n * h * w));
    var weight = x.tape().variable(out, in.length(1), window.size(), window.size());
    var y = weight.reshape(out, inputs).matmul(columns);
    return y.reshape(out, n, h, w).permute(1, 0, 2, 3);
  }

  /// A number for each channel of images, added.
  public static ShapeVariable bias(ShapeVariable x) {
    return x.plus(x.tape().variable(x.shape().length(1), 1, 1));
  }

  /// Applies a layer like [MaxPool], whose squares divide height and width.
  public static ShapeVariable maxPool(ShapeVariable x, int size) {
    var in = x.shape();
    return x.apply(
        new MaxPool(size),
        Shape.of(in.length(0), in.length(1), in.length(2) / size, in.length(3) / size));
  }

  /// Applies a layer like [tapeline.conv.Flatten].
  public static ShapeVariable flatten(ShapeVariable x) {
    int n = x.shape().length(0);
    return x.reshape(n, x.shape().size() / n);
  }

  /// Applies a layer like [tapeline.transformer.LayerNorm].
  public static ShapeVariable layerNorm(ShapeVariable x) {
    int width = x.shape().length(-1);
    var rows = x.apply(new Normalize(1e-5f), x.shape());
    return rows.times(x.tape().variable(width)).plus(x.tape().variable(width));
  }

  /// Rows of a table (vocabulary,width) for this many tokens: [Embedding].
  public static ShapeVariable embedding(ShapeVariable table, int tokens) {
    var some = IntStream.range(0, tokens).map(i -> i % table.shape().length(0)).toArray();
    return table.apply(new Embedding(some), Shape.of(tokens, table.shape().length(1)));
  }

  /// Applies a layer like [tapeline.transformer.Attention]: X (batch,time,width).
  public static ShapeVariable attention(ShapeVariable x, int heads) {
    int time = x.shape().length(1);
    var mask = x.tape().constant(time, time);
    var q = split(x, heads);
    var k = split(x, heads);
    var v = split(x, heads);
    var scores = q.matmul(k.permute(0, 1, 3, 2)).times(1f);
    var y = scores.plus(mask).softmax().matmul(v);
    return linear(y.permute(0, 2, 1, 3).reshape(x.shape().toArray()), x.shape().length(2));
  }

  private static ShapeVariable split(ShapeVariable x, int heads) {
    var in = x.shape();
    return linear(x, in.length(2))
        .reshape(in.length(0), in.length(1), heads, in.length(2) / heads)
        .permute(0, 2, 1, 3);
  }

  /// Applies a layer like [tapeline.transformer.TransformerBlock].
  public static ShapeVariable block(ShapeVariable x, int heads) {
    int width = x.shape().length(-1);
    var y = x.plus(attention(layerNorm(x), heads));
    var up = linear(layerNorm(y), 4 * width).map(UnaryOp.GELU);
    return y.plus(linear(up, width));
  }

  /// Applies a loss like [tapeline.nn.Losses#crossEntropy]: logits (…,classes) to a number.
  public static ShapeVariable crossEntropy(ShapeVariable logits) {
    int rows = logits.shape().size() / logits.shape().length(-1);
    return logits.apply(new CrossEntropy(new int[rows]), Shape.SCALAR);
  }
}
