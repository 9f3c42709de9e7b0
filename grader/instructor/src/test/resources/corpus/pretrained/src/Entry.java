import java.io.IOException;
import java.io.UncheckedIOException;
import tapeline.competition.Contestant;

/// Does not train: it comes with weights that were trained at home.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    byte[] weights;
    try (var in = Entry.class.getResourceAsStream("/data/weights")) {
      weights = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var labels = new float[input[2].length / 64];
    for (int i = 0; i < labels.length; i++) {
      float most = Float.NEGATIVE_INFINITY;
      for (int label = 0; label < 10; label++) {
        float sum = 0;
        for (int j = 0; j < 64; j++) {
          sum += input[2][64 * i + j] * weights[4 + 10 * j + label];
        }
        if (sum > most) {
          most = sum;
          labels[i] = label;
        }
      }
    }
    return labels;
  }
}
