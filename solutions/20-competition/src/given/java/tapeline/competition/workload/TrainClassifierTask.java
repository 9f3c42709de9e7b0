package tapeline.competition.workload;

import java.util.Arrays;
import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.RooflineFloor;

/// [ChangedDigits] to learn from. The answer is a [Perceptron], with which the judge reads others
/// that it keeps to itself. For each input the pixels are mixed by a rotation of its own and the
/// labels renamed: what was learned before, or lies in the archive, is of no use.
record TrainClassifierTask(Event event, Map<String, Integer> size) implements Task {
  private static final int CLASSES = 10;
  private static final float MOVED = 0.15f;
  private static final float SCALE = 1f / 16; // grey levels from 0 to 1, as in module 06

  @Override
  public Question ask(Draws draws) {
    int train = size.getOrDefault("train", 0);
    int test = size.getOrDefault("test", 0);
    int[] chosen = ChangedDigits.draw(train + test, draws);
    int[] names = renamed(draws);
    float[][] rotation = rotation(draws);
    var images = new float[chosen.length * ChangedDigits.PIXELS];
    for (int i = 0; i < chosen.length; i++) {
      ChangedDigits.picture(chosen[i], MOVED, draws, images, i * ChangedDigits.PIXELS);
      rotate(rotation, images, i * ChangedDigits.PIXELS);
    }
    int[] labels = Arrays.stream(chosen).map(d -> names[ChangedDigits.label(d)]).toArray();
    int cut = train * ChangedDigits.PIXELS;
    var known = new float[train];
    for (int i = 0; i < train; i++) {
      known[i] = labels[i];
    }
    return new Lesson(
        Arrays.copyOf(images, cut),
        known,
        Arrays.copyOfRange(images, cut, images.length),
        Arrays.copyOfRange(labels, train, labels.length),
        event.tolerance(),
        RooflineFloor.of(event, size));
  }

  private static int[] renamed(Draws draws) {
    var names = new int[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      int j = draws.nextInt(i + 1);
      names[i] = names[j];
      names[j] = i;
    }
    return names;
  }

  /// Orthonormal rows: normal numbers, each row made orthogonal to those before (Gram and Schmidt).
  private static float[][] rotation(Draws draws) {
    var rows = new float[ChangedDigits.PIXELS][];
    for (int i = 0; i < rows.length; i++) {
      float[] row = draws.normal(ChangedDigits.PIXELS, 1);
      for (int pass = 0; pass < 2; pass++) { // twice, for float32's sake
        for (int j = 0; j < i; j++) {
          addTo(row, rows[j], -dot(row, rows[j]));
        }
      }
      float length = (float) Math.sqrt(dot(row, row));
      for (int l = 0; l < row.length; l++) {
        row[l] /= length;
      }
      rows[i] = row;
    }
    return rows;
  }

  private static float dot(float[] a, float[] b) {
    float sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void addTo(float[] a, float[] b, float factor) {
    for (int i = 0; i < a.length; i++) {
      a[i] += factor * b[i];
    }
  }

  private static void rotate(float[][] rotation, float[] images, int at) {
    float[] image = Arrays.copyOfRange(images, at, at + ChangedDigits.PIXELS);
    for (int i = 0; i < ChangedDigits.PIXELS; i++) {
      images[at + i] = SCALE * dot(rotation[i], image);
    }
  }

  private record Lesson(
      float[] images, float[] known, float[] unseen, int[] labels, double share, double floor)
      implements Question {
    @Override
    public float[][] input() {
      return new float[][] {images, known};
    }

    @Override
    public int answerLength() {
      return Perceptron.NUMBERS;
    }

    @Override
    public Mark mark(float[] answer) {
      return Labels.mark(labels, new Perceptron(answer).labels(unseen), share);
    }
  }
}
