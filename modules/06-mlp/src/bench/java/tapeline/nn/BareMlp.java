package tapeline.nn;

import java.util.Arrays;
import java.util.List;

/// The leanest training step of a perceptron with one hidden layer: loops over arrays that stay,
/// the gradients written out by hand.
final class BareMlp {
  private final Matrix first;
  private final Matrix second;
  private final float[] hidden;
  private final float[] dHidden;
  private final float[] output;

  /// Weight and bias of a layer, and their gradients.
  private record Matrix(float[][] weight, float[] bias, float[][] dWeight, float[] dBias) {
    static Matrix of(Parameter weight, Parameter bias) {
      int in = weight.value().shape().length(0);
      int out = weight.value().shape().length(1);
      var rows = new float[in][];
      for (int k = 0; k < in; k++) {
        rows[k] = weight.value().select(0, k).toArray();
      }
      return new Matrix(rows, bias.value().toArray(), new float[in][out], new float[out]);
    }

    /// `y = x·W + b` for x of `weight.length` numbers from `x0` on.
    void forward(float[] x, int x0, float[] y) {
      System.arraycopy(bias, 0, y, 0, y.length);
      for (int k = 0; k < weight.length; k++) {
        addTo(y, x[x0 + k], weight[k]);
      }
    }

    /// Adds one example's share to the gradients.
    void backward(float[] x, int x0, float[] dY) {
      addTo(dBias, 1, dY);
      for (int k = 0; k < weight.length; k++) {
        addTo(dWeight[k], x[x0 + k], dY);
      }
    }

    /// `dx[k] = Σⱼ dY[j]·W[k][j]`.
    void backwardInput(float[] dY, float[] dX) {
      for (int k = 0; k < weight.length; k++) {
        float sum = 0;
        for (int j = 0; j < dY.length; j++) {
          sum = Math.fma(dY[j], weight[k][j], sum);
        }
        dX[k] = sum;
      }
    }

    void step(float rate) {
      addTo(bias, -rate, dBias);
      Arrays.fill(dBias, 0);
      for (int k = 0; k < weight.length; k++) {
        addTo(weight[k], -rate, dWeight[k]);
        Arrays.fill(dWeight[k], 0);
      }
    }

    private static void addTo(float[] y, float a, float[] x) {
      for (int j = 0; j < y.length; j++) {
        y[j] = Math.fma(a, x[j], y[j]);
      }
    }
  }

  /// Starts from a copy of these: weight and bias of two layers.
  BareMlp(List<Parameter> parameters) {
    first = Matrix.of(parameters.get(0), parameters.get(1));
    second = Matrix.of(parameters.get(2), parameters.get(3));
    hidden = new float[first.bias.length];
    dHidden = new float[hidden.length];
    output = new float[second.bias.length];
  }

  /// One step on examples in rows; the mean loss before it.
  double step(float[] inputs, int[] labels, float rate) {
    double loss = 0;
    for (int i = 0; i < labels.length; i++) {
      int x0 = i * first.weight.length;
      first.forward(inputs, x0, hidden);
      for (int j = 0; j < hidden.length; j++) {
        hidden[j] = Math.max(hidden[j], 0);
      }
      second.forward(hidden, 0, output);
      loss += softmaxLessOneHot(output, labels[i], labels.length);
      second.backward(hidden, 0, output);
      second.backwardInput(output, dHidden);
      for (int j = 0; j < hidden.length; j++) {
        dHidden[j] = hidden[j] > 0 ? dHidden[j] : 0;
      }
      first.backward(inputs, x0, dHidden);
    }
    first.step(rate);
    second.step(rate);
    return loss / labels.length;
  }

  /// The loss of a row of logits, which become its gradient, `(softmax − onehot)/n`.
  private static double softmaxLessOneHot(float[] y, int label, int n) {
    float max = Float.NEGATIVE_INFINITY;
    for (float logit : y) {
      max = Math.max(max, logit);
    }
    double sum = 0;
    for (float logit : y) {
      sum += Math.exp(logit - max);
    }
    double loss = Math.log(sum) + max - y[label];
    for (int j = 0; j < y.length; j++) {
      double share = Math.exp(y[j] - max) / sum;
      y[j] = (float) ((share - (j == label ? 1 : 0)) / n);
    }
    return loss;
  }
}
