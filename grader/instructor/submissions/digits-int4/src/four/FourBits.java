package four;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import tapeline.competition.Contestant;

/// A perceptron 64-16-10 with weights of four bits: blocks of 32 numbers, a scale in float16 and 16
/// bytes, as module 17 packs them; a row for each output. Biases are in float16. All little-endian.
public final class FourBits implements Contestant {
  private final float[] weight1;
  private final float[] bias1;
  private final float[] weight2;
  private final float[] bias2;

  public FourBits() {
    try (var in = new DataInputStream(FourBits.class.getResourceAsStream("/data/weights"))) {
      weight1 = blocks(in, 16 * 64);
      bias1 = halves(in, 16);
      weight2 = blocks(in, 10 * 16);
      bias2 = halves(in, 10);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static float[] blocks(DataInputStream in, int n) throws IOException {
    var values = new float[n];
    for (int i = 0; i < n; i += 32) {
      float scale = half(in);
      for (int j = i; j < i + 16; j++) {
        int both = in.readUnsignedByte();
        values[j] = scale * ((both & 15) - 8);
        values[j + 16] = scale * ((both >> 4) - 8);
      }
    }
    return values;
  }

  private static float[] halves(DataInputStream in, int n) throws IOException {
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = half(in);
    }
    return values;
  }

  private static float half(DataInputStream in) throws IOException {
    return Float.float16ToFloat(Short.reverseBytes(in.readShort()));
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
      var logits = layer(hidden, weight2, bias2);
      int best = 0;
      for (int j = 1; j < logits.length; j++) {
        best = logits[j] > logits[best] ? j : best;
      }
      labels[i] = best;
    }
    return labels;
  }

  private static float[] layer(float[] x, float[] weight, float[] bias) {
    var y = bias.clone();
    for (int j = 0; j < y.length; j++) {
      for (int i = 0; i < x.length; i++) {
        y[j] += x[i] * weight[j * x.length + i];
      }
    }
    return y;
  }
}
