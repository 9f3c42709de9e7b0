package arrays;

import tapeline.competition.Contestant;

/// The transformer on plain arrays: no tape, no tensors, one position at a time with its keys and
/// values kept, and logits only where a token is asked for.
public final class Transformer implements Contestant {
  private float[][] given = {};
  private int vocabulary;
  private int width;
  private int heads;
  private int layers;
  private float[][][] keys = {};
  private float[][][] values = {};

  @Override
  public void setUp(float[][] all) {
    given = all;
    vocabulary = (int) all[0][0];
    width = (int) all[0][1];
    heads = (int) all[0][2];
    layers = (int) all[0][3];
    int context = (int) all[0][4];
    keys = new float[layers][context][];
    values = new float[layers][context][];
  }

  @Override
  public float[] answer(float[][] input) {
    float[] prompt = input[0];
    var answer = new float[(int) input[1][0]];
    for (int t = 0; t < prompt.length - 1; t++) {
      position((int) prompt[t], t);
    }
    int token = (int) prompt[prompt.length - 1];
    for (int i = 0; i < answer.length; i++) {
      float[] x = position(token, prompt.length - 1 + i);
      int head = 3 + 16 * layers;
      token = largest(linear(normalised(x, head), head + 2, vocabulary));
      answer[i] = token;
    }
    return answer;
  }

  private static int largest(float[] y) {
    int at = 0;
    for (int i = 1; i < y.length; i++) {
      at = y[i] > y[at] ? i : at;
    }
    return at;
  }

  /// The last block's output for a token at position `t`.
  private float[] position(int token, int t) {
    var x = new float[width];
    for (int i = 0; i < width; i++) {
      x[i] = given[1][token * width + i] + given[2][t * width + i];
    }
    for (int layer = 0; layer < layers; layer++) {
      int at = 3 + 16 * layer;
      float[] row = normalised(x, at);
      float[] query = linear(row, at + 2, width);
      keys[layer][t] = linear(row, at + 4, width);
      values[layer][t] = linear(row, at + 6, width);
      add(x, linear(attended(query, keys[layer], values[layer], t), at + 8, width));
      float[] up = linear(normalised(x, at + 10), at + 12, 4 * width);
      for (int i = 0; i < up.length; i++) {
        up[i] = gelu(up[i]);
      }
      add(x, linear(up, at + 14, width));
    }
    return x;
  }

  private static void add(float[] x, float[] y) {
    for (int i = 0; i < x.length; i++) {
      x[i] += y[i];
    }
  }

  private static float gelu(float x) {
    double inner = Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x);
    return (float) (0.5 * x * (1 + Math.tanh(inner)));
  }

  private float[] normalised(float[] x, int at) {
    float mean = 0;
    for (float v : x) {
      mean += v;
    }
    mean /= width;
    float variance = 0;
    for (float v : x) {
      variance += (v - mean) * (v - mean);
    }
    float scale = (float) (1 / Math.sqrt(variance / width + 1e-5));
    var y = new float[width];
    for (int i = 0; i < width; i++) {
      y[i] = (x[i] - mean) * scale * given[at][i] + given[at + 1][i];
    }
    return y;
  }

  private float[] linear(float[] x, int at, int out) {
    float[] weight = given[at];
    float[] y = given[at + 1].clone();
    for (int i = 0; i < x.length; i++) {
      float factor = x[i];
      int row = i * out;
      for (int j = 0; j < out; j++) {
        y[j] += factor * weight[row + j];
      }
    }
    return y;
  }

  private float[] attended(float[] query, float[][] keys, float[][] values, int t) {
    int c = width / heads;
    var y = new float[width];
    var scores = new float[t + 1];
    for (int from = 0; from < width; from += c) {
      float most = Float.NEGATIVE_INFINITY;
      for (int s = 0; s <= t; s++) {
        float sum = 0;
        for (int i = from; i < from + c; i++) {
          sum += query[i] * keys[s][i];
        }
        scores[s] = (float) (sum / Math.sqrt(c));
        most = Math.max(most, scores[s]);
      }
      float sum = 0;
      for (int s = 0; s <= t; s++) {
        scores[s] = (float) Math.exp(scores[s] - most);
        sum += scores[s];
      }
      for (int s = 0; s <= t; s++) {
        float share = scores[s] / sum;
        for (int i = from; i < from + c; i++) {
          y[i] += share * values[s][i];
        }
      }
    }
    return y;
  }
}
