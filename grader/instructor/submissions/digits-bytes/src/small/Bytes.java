package small;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import tapeline.competition.Contestant;

/// A perceptron 64-16-10, each weight one byte; each matrix has a step by which its bytes are
/// multiplied.
public final class Bytes implements Contestant {
  private final float[] weight1;
  private final float[] bias1;
  private final float[] weight2;
  private final float[] bias2;

  public Bytes() {
    try (var in = new DataInputStream(Bytes.class.getResourceAsStream("/data/weights"))) {
      weight1 = read(in, 64 * 16);
      bias1 = read(in, 16);
      weight2 = read(in, 16 * 10);
      bias2 = read(in, 10);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static float[] read(DataInputStream in, int n) throws IOException {
    float step = in.readFloat();
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = step * in.readByte();
    }
    return values;
  }

  @Override
  public float[] answer(float[][] input) {
    var labels = new float[input[0].length / 64];
    var pixels = new float[64];
    for (int i = 0; i < labels.length; i++) {
      for (int j = 0; j < 64; j++) {
        pixels[j] = input[0][64 * i + j] / 16;
      }
      var hidden = layer(pixels, weight1, bias1);
      for (int j = 0; j < hidden.length; j++) {
        hidden[j] = Math.max(0, hidden[j]);
      }
      labels[i] = largest(layer(hidden, weight2, bias2));
    }
    return labels;
  }

  private static float[] layer(float[] x, float[] weight, float[] bias) {
    var y = bias.clone();
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        y[j] += x[i] * weight[i * y.length + j];
      }
    }
    return y;
  }

  private static int largest(float[] y) {
    int at = 0;
    for (int j = 1; j < y.length; j++) {
      at = y[j] > y[at] ? j : at;
    }
    return at;
  }
}
