package tapeline.competition.workload;

import java.util.Arrays;
import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.RooflineFloor;

/// Labels of [ChangedDigits] that were never seen like this.
record ClassifyTask(Event event, Map<String, Integer> size) implements Task {
  private static final float MOVED = 0.4f;

  @Override
  public Question ask(Draws draws) {
    int n = size.getOrDefault("images", 0);
    int[] chosen = ChangedDigits.draw(n, draws);
    var images = new float[n * ChangedDigits.PIXELS];
    for (int i = 0; i < n; i++) {
      ChangedDigits.picture(chosen[i], MOVED, draws, images, i * ChangedDigits.PIXELS);
    }
    int[] labels = Arrays.stream(chosen).map(ChangedDigits::label).toArray();
    return new Reading(images, labels, event.tolerance(), RooflineFloor.of(event, size));
  }

  private record Reading(float[] images, int[] labels, double share, double floor)
      implements Question {
    @Override
    public float[][] input() {
      return new float[][] {images};
    }

    @Override
    public int answerLength() {
      return labels.length;
    }

    @Override
    public Mark mark(float[] answer) {
      return Labels.mark(labels, answer, share);
    }
  }
}
