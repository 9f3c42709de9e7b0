package tapeline.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.norm.LayerNorm;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.function.UnaryOperator;

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
    double scale = 1 / Math.sqrt((double) q.getShape().get(3));
    var weights = q.matMul(k.swapAxes(2, 3)).mul(scale).add(mask).softmax(-1);
    var joined = weights.matMul(v).transpose(0, 2, 1, 3).reshape(x.getShape());
    return TorchOps.linear(joined, p.get(6), p.get(7));
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
    var y = x.add(attended);
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
