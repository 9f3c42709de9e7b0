package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.competition.Contestant;
import tapeline.competition.Event;
import tapeline.competition.EventWorkload;
import tapeline.competition.Events;
import tapeline.competition.workload.ChangedDigits;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Task;

/// Each workload's oracle beside the course's own code, which was written apart from it.
class TasksTest {
  private static Event event(String id) {
    return Events.standard().stream().filter(e -> e.id().equals(id)).findFirst().orElseThrow();
  }

  private static Contestant baseline(Event event, Task task) throws ReflectiveOperationException {
    var contestant =
        Class.forName(event.baseline())
            .asSubclass(Contestant.class)
            .getDeclaredConstructor()
            .newInstance();
    contestant.setUp(task.given().toArray(float[][]::new));
    return contestant;
  }

  @Test
  void no_event_may_ask_for_more_digits_than_there_are() {
    assertThat(EventWorkload.CLASSIFY.most()).isEqualTo(ChangedDigits.count());
    assertThat(EventWorkload.TRAIN_CLASSIFIER.most()).isEqualTo(ChangedDigits.count());
  }

  @ParameterizedTest
  @ValueSource(strings = {"matmul", "scalar-sprint", "training", "generation", "smallest-model"})
  void the_baseline_is_right_at_ten_sizes(String id) throws ReflectiveOperationException {
    var event = event(id);
    int right = 0;
    int parts = 0;
    for (int i = 0; i < (id.equals("training") ? 4 : 10); i++) {
      var task = Task.of(event, Draws.of(11, "task", i));
      var asked = task.ask(Draws.of(11, "input", i));
      var mark = asked.mark(baseline(event, task).answer(asked.input()));
      assertThat(mark.problem()).as("size %d of %s", i, id).isEmpty();
      right += mark.right();
      parts += mark.parts();
    }
    if (event.kind().isShare()) {
      assertThat((double) right / parts)
          .as(
              "the baseline of %s reads more than it has to, %s, with room for chance",
              id, event.tolerance())
          .isGreaterThan(event.tolerance() + 0.015);
    }
  }

  @Test
  void the_training_baseline_never_unlearns() throws ReflectiveOperationException {
    var event = event("training");
    for (int i = 0; i < 15; i++) {
      var task = Task.of(event, Draws.of(77, "task", i));
      var asked = task.ask(Draws.of(77, "input", i));
      var mark = asked.mark(baseline(event, task).answer(asked.input()));
      assertThat(mark.problem()).as("draw %d", i).isEmpty();
      assertThat((double) mark.right() / mark.parts())
          .as("share of draw %d, of which 0.83 are the least and 0.93 the mean that counts", i)
          .isGreaterThan(0.9);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"matmul", "scalar-sprint", "generation"})
  void one_wrong_number_is_seen_wherever_it_is(String id) throws ReflectiveOperationException {
    var event = event(id);
    var task = Task.of(event, Draws.of(12, "task"));
    var contestant = baseline(event, task);
    var draws = Draws.of(12, "where");
    for (int i = 0; i < 20; i++) {
      var asked = task.ask(Draws.of(12, "input", i));
      float[] answer = contestant.answer(asked.input());
      float largest = 0;
      for (float y : answer) {
        largest = Math.max(largest, Math.abs(y));
      }
      int at = draws.nextInt(answer.length);
      float kept = answer[at];
      answer[at] = id.equals("generation") ? (kept + 1) % 64 : kept + largest * 3e-4f;
      assertThat(asked.mark(answer).problem()).as("number %d of %s", at, id).isPresent();
      answer[at] = Float.NaN;
      assertThat(asked.mark(answer).problem()).as("NaN at %d of %s", at, id).isPresent();
      answer[at] = Float.POSITIVE_INFINITY;
      assertThat(asked.mark(answer).problem()).as("∞ at %d of %s", at, id).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"training", "smallest-model"})
  void labels_that_are_no_numbers_are_not_right(String id) {
    var event = event(id);
    var asked = Task.of(event, Draws.of(13, "task")).ask(Draws.of(13, "input"));
    var answer = new float[asked.answerLength()];
    java.util.Arrays.fill(answer, Float.NaN);
    assertThat(asked.mark(answer).problem()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "matmul",
        "scalar-sprint",
        "training",
        "generation",
        "smallest-model",
        "kernel-traffic"
      })
  void no_two_inputs_are_alike(String id) {
    var task = Task.of(event(id), Draws.of(14, "task"));
    float[][] first = task.ask(Draws.of(14, "input", 0)).input();
    float[][] second = task.ask(Draws.of(14, "input", 1)).input();
    assertThat(java.util.Arrays.deepEquals(first, second)).as(id).isFalse();
  }
}
