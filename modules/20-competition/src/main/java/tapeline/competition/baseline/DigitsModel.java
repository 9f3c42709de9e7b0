package tapeline.competition.baseline;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// A perceptron 64-32-10 that has learned to read digits, its weights in float32.
public final class DigitsModel implements Contestant {
  private static final int PIXELS = 64;
  private static final int HIDDEN = 32;
  private static final int CLASSES = 10;
  private static final float WHITE = 16;

  private final Tensor weight1;
  private final Tensor bias1;
  private final Tensor weight2;
  private final Tensor bias2;

  /// Reads the weights from the class path.
  public DigitsModel() {
    try (var in =
        new DataInputStream(DigitsModel.class.getResourceAsStream("/baseline/digits.bin"))) {
      weight1 = read(in, PIXELS, HIDDEN);
      bias1 = read(in, HIDDEN);
      weight2 = read(in, HIDDEN, CLASSES);
      bias2 = read(in, CLASSES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Tensor read(DataInputStream in, int... shape) throws IOException {
    var tensor = Tensor.zeros(shape);
    for (int i = 0; i < tensor.data().length; i++) {
      tensor.data()[i] = in.readFloat();
    }
    return tensor;
  }

  @Override
  public float[] answer(float[][] input) {
    var x = Tensor.of(input[0], input[0].length / PIXELS, PIXELS).div(WHITE);
    var hidden = x.matmul(weight1).plus(bias1).relu();
    int[] labels = hidden.matmul(weight2).plus(bias2).argmax();
    var answer = new float[labels.length];
    for (int i = 0; i < answer.length; i++) {
      answer[i] = labels[i];
    }
    return answer;
  }
}
