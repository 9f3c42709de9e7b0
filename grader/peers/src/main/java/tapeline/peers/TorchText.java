package tapeline.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.norm.LayerNorm;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The computations of 09 in PyTorch; parameters in the order of the layers' own lists.
public final class TorchText {
  private static final int BLOCK = 16; // parameters
  private static final float EPSILON = 1e-5f;

  private TorchText() {}

  /// Gain and bias (width).
  public static NDArray layerNorm(NDArray x, NDArray gain, NDArray bias) {
    return LayerNorm.layerNorm(x, gain.getShape(), gain, bias, EPSILON).get(0);
  }

  /// Rows of a table (rows,width), by whole numbers (tokens).
  public static NDArray embedding(NDArray table, NDArray tokens) {
    return JniUtils.embedding((PtNDArray) tokens, (PtNDArray) table, false);
  }

  /// Multi-head attention on X (batch,time,width); mask (time,time) with −∞ where no look is
  /// allowed. Parameters: weight and bias of query, key, value, output.
  public static NDArray attention(NDArray x, List<NDArray> p, int heads, NDArray mask) {
    var q = split(TorchOps.linear(x, p.get(0), p.get(1)), heads);
    var k = split(TorchOps.linear(x, p.get(2), p.get(3)), heads);
    var v = split(TorchOps.linear(x, p.get(4), p.get(5)), heads);
    return TorchOps.linear(join(scores(q, k).add(mask), v, x.getShape()), p.get(6), p.get(7));
  }

  private static NDArray scores(NDArray q, NDArray k) {
    return q.matMul(k.swapAxes(2, 3)).mul(1 / Math.sqrt((double) q.getShape().get(3)));
  }

  private static NDArray join(NDArray scores, NDArray v, Shape shape) {
    return scores.softmax(-1).matMul(v).transpose(0, 2, 1, 3).reshape(shape);
  }

  private static NDArray split(NDArray y, int heads) {
    var shape = y.getShape();
    return y.reshape(new Shape(shape.get(0), shape.get(1), heads, shape.get(2) / heads))
        .transpose(0, 2, 1, 3);
  }

  /// A pre-norm block. Parameters: norm, attention, norm, weight and bias of two linear layers.
  public static NDArray block(
      NDArray x, List<NDArray> p, int heads, NDArray mask, UnaryOperator<NDArray> gelu) {
    var attended = attention(layerNorm(x, p.get(0), p.get(1)), p.subList(2, 10), heads, mask);
    return perceptron(x.add(attended), p, gelu);
  }

  private static NDArray perceptron(NDArray y, List<NDArray> p, UnaryOperator<NDArray> gelu) {
    var up = TorchOps.linear(layerNorm(y, p.get(10), p.get(11)), p.get(12), p.get(13));
    return y.add(TorchOps.linear(gelu.apply(up), p.get(14), p.get(15)));
  }

  /// A model of characters, tokens (texts,time). Parameters: both embeddings, blocks, norm, head.
  public static NDArray model(
      NDArray tokens, List<NDArray> p, int heads, NDArray mask, UnaryOperator<NDArray> gelu) {
    int time = (int) tokens.getShape().get(1);
    var positions = tokens.getManager().arange(time).toType(tokens.getDataType(), false);
    var x = embedding(p.get(0), tokens).add(embedding(p.get(1), positions));
    int at = 2;
    for (; at + BLOCK < p.size(); at += BLOCK) {
      x = block(x, p.subList(at, at + BLOCK), heads, mask, gelu);
    }
    var normalised = layerNorm(x, p.get(at), p.get(at + 1));
    return TorchOps.linear(normalised, p.get(at + 2), p.get(at + 3));
  }

  /// A model of characters with one block that sees one token at a time, and keeps the keys and
  /// values of those before. Parameters as [#model] has them.
  public static final class Writer {
    private final List<NDArray> p;
    private final int heads;
    private final UnaryOperator<NDArray> gelu;
    private @Nullable NDArray keys;
    private @Nullable NDArray values;

    public Writer(List<NDArray> parameters, int heads, UnaryOperator<NDArray> gelu) {
      this.p = parameters;
      this.heads = heads;
      this.gelu = gelu;
    }

    /// The logits behind a token (1), which is number `at` of the text.
    public NDArray step(NDArray token, int at) {
      var position = p.get(1).get(at).reshape(1, 1, -1);
      var x = embedding(p.get(0), token).reshape(1, 1, -1).add(position);
      var b = p.subList(2, 2 + BLOCK);
      var rows = layerNorm(x, b.get(0), b.get(1));
      var q = split(TorchOps.linear(rows, b.get(2), b.get(3)), heads);
      var k = split(TorchOps.linear(rows, b.get(4), b.get(5)), heads);
      var v = split(TorchOps.linear(rows, b.get(6), b.get(7)), heads);
      keys = keys == null ? k : keys.concat(k, 2);
      values = values == null ? v : values.concat(v, 2);
      var joined = join(scores(q, keys), values, x.getShape());
      var y = perceptron(x.add(TorchOps.linear(joined, b.get(8), b.get(9))), b, gelu);
      int end = 2 + BLOCK;
      return TorchOps.linear(
          layerNorm(y, p.get(end), p.get(end + 1)), p.get(end + 2), p.get(end + 3));
    }
  }

  /// (time,time), 0 where j ≤ i, else −∞; of the type of `like`.
  public static NDArray causal(NDArray like, int time) {
    var mask = new float[time * time];
    for (int i = 0; i < time; i++) {
      for (int j = i + 1; j < time; j++) {
        mask[i * time + j] = Float.NEGATIVE_INFINITY;
      }
    }
    var manager = like.getManager();
    return manager.create(mask, new Shape(time, time)).toType(like.getDataType(), false);
  }

  /// The mean cross-entropy of logits (texts,time,classes), `labels` being (texts·time,1).
  public static NDArray loss(NDArray logits, NDArray labels) {
    var rows = logits.reshape(labels.getShape().get(0), -1);
    return TorchOps.crossEntropy(rows, labels);
  }
}
