package tapeline.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Linear;
import java.util.List;
import tapeline.tensor.UnaryOp;

/// The computations of 04 to 06 in PyTorch.
public final class TorchOps {
  private static final double ROOT_2_OVER_PI = Math.sqrt(2 / Math.PI);

  private TorchOps() {}

  /// The functions of one number.
  public static NDArray map(UnaryOp op, NDArray x) {
    return switch (op) {
      case NEG -> x.neg();
      case EXP -> x.exp();
      case LOG -> x.log();
      case SQRT -> x.sqrt();
      case SQUARE -> x.square();
      case RECIPROCAL -> x.pow(-1);
      case ABS -> x.abs();
      case TANH -> x.tanh();
      case SIGMOID -> Activation.sigmoid(x);
      case RELU -> Activation.relu(x);
      case SOFTPLUS -> Activation.softPlus(x);
      case GELU -> geluByTanh(x);
    };
  }

  /// `gelu(x, approximate="tanh")`, which DJL does not reach: of PyTorch's own primitives.
  public static NDArray geluByTanh(NDArray x) {
    var inner = x.add(x.pow(3).mul(0.044715)).mul(ROOT_2_OVER_PI);
    return x.mul(0.5).mul(inner.tanh().add(1));
  }

  /// `ln Σₖ exp(xₖ)` along the last axis, which stays with length 1.
  public static NDArray logSumExp(NDArray x) {
    var largest = x.max(new int[] {-1}, true).stopGradient();
    return x.sub(largest).exp().sum(new int[] {-1}, true).log().add(largest);
  }

  /// The mean cross-entropy of logits (N,classes), `labels` being (N,1).
  public static NDArray crossEntropy(NDArray logits, NDArray labels) {
    return logits.logSoftmax(-1).gather(labels, 1).mean().neg();
  }

  /// `X·W + b`, W (in,out): PyTorch's linear layer has W the other way round.
  public static NDArray linear(NDArray x, NDArray weight, NDArray bias) {
    return Linear.linear(x, weight.transpose(1, 0), bias).get(0);
  }

  /// Linear layers with ReLU between them; weights and biases in turn.
  public static NDArray mlp(NDArray x, List<NDArray> parameters) {
    var y = x;
    for (int i = 0; i < parameters.size(); i += 2) {
      y = linear(i == 0 ? y : Activation.relu(y), parameters.get(i), parameters.get(i + 1));
    }
    return y;
  }
}
