package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Events;
import tapeline.competition.OpenEntry;
import tapeline.competition.WorkLog;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Task;
import tapeline.tests.Seeds;

@Tag("20.11")
class OpenEntryTest {
  private static final int TASKS = 3;
  private static final int QUESTIONS = 2;

  @Test
  void a_claim_is_what_its_forks_come_to_and_what_is_kept_is_no_step_back() {
    var log = WorkLog.read(OpenEntry.workLog());
    assertThat(log.problems(ClaimCheck::recomputed, List.of(WorkLog.example())))
        .as("what is wrong with the work log")
        .isEmpty();
  }

  /// The event's own check, at sizes and inputs that are drawn as the judge draws them.
  @Test
  void its_answers_are_right() {
    var event = Events.named(WorkLog.read(OpenEntry.workLog()).event());
    long seed = Seeds.random("open entry").nextLong();
    int right = 0;
    int parts = 0;
    for (int t = 0; t < TASKS; t++) {
      var task = Task.of(event, Draws.of(seed, "task", t));
      var entry = new OpenEntry();
      entry.setUp(task.given().toArray(float[][]::new));
      for (int q = 0; q < QUESTIONS; q++) {
        var asked = task.ask(Draws.of(seed, "input", t, q));
        float[] answer = entry.answer(asked.input());
        assertThat(answer)
            .as("the answer to input %d of task %d", q, t)
            .hasSize(asked.answerLength());
        var mark = asked.mark(answer);
        assertThat(mark.problem()).as("what is wrong with input %d of task %d", q, t).isEmpty();
        right += mark.right();
        parts += mark.parts();
      }
    }
    assertThat(right)
        .as(
            "labels that are right, of %d; %s asks for a share of %s",
            parts, event.id(), event.tolerance())
        .isGreaterThanOrEqualTo((int) Math.ceil(event.tolerance() * parts));
  }
}
