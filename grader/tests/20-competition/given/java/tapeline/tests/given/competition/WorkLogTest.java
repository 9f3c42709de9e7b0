package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Contestant;
import tapeline.competition.Events;
import tapeline.competition.WorkLog;
import tapeline.competition.duel.StepDuel;

/// A work log that its samples support, and lies, one at a time.
class WorkLogTest {
  private static final String LOG =
      """
      event: training

      step: no tape
      hypothesis: 1.5 times as fast
      change: loops
      forks: 300.0/200.0 301.0/200.0 302.0/200.0 303.0/200.0
        304.0/200.0 305.0/200.0
      claim: 1.512 (1.500 to 1.525)
      decision: kept

      step: bf16
      hypothesis: 1.2 times as fast, as half the bytes move
      change: weights rounded
      forks: 200.0/210.0 201.0/210.0 202.0/210.0 203.0/210.0 204.0/210.0 205.0/210.0
      claim: 0.964 (0.952 to 0.976)
      decision: dropped

      whole:
      forks: 310.0/200.0 311.0/200.0 312.0/200.0 313.0/200.0 314.0/200.0 315.0/200.0
      claim: 1.562 (1.550 to 1.575)
      """;

  private static List<String> problems(String text) {
    return WorkLog.read(text).problems(ClaimCheck::recomputed, List.of(WorkLog.example()));
  }

  @Test
  void an_honest_log_is_supported() {
    assertThat(problems(LOG)).isEmpty();
  }

  @Test
  void the_example_is_supported_by_its_own_samples_and_is_nobody_elses() {
    var example = WorkLog.example();
    assertThat(example.problems(ClaimCheck::recomputed, List.of(example)))
        .isNotEmpty()
        .allMatch(p -> p.contains("which stands elsewhere too"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "event: training | event: matmul | got \"matmul\"",
        "1.512 (1.500 | 1.612 (1.500 | got 1.612 (1.500 to 1.525)",
        "1.512 (1.500 | 1.512 (1.510 | got 1.512 (1.510 to 1.525)",
        "to 1.525) | to 1.524) | got 1.512 (1.500 to 1.524)",
        "1.562 ( | 1.662 ( | the claim of whole is what its forks come to",
        "decision: dropped | decision: kept | its interval lies above 1, got 0.964",
        "decision: kept | decision: dropped | a step of the work log is kept, got none",
        "decision: kept | decision: perhaps | is kept or dropped, got \"perhaps\"",
        "hypothesis: 1.5 times as fast | hypothesis: much faster | got \"much faster\"",
        "change: loops | change: | says what was changed, got a blank",
        "201.0/210.0 | 200.0/210.0 | got 200.0/210.0, which stands elsewhere too",
        "310.0/200.0 | 300.0/200.0 | a fork of whole is its own, got 300.0/200.0",
        "305.0/200.0 | '' | forks of step 1",
        "305.0/200.0 | 305.0/0.0 | lies from 1 ns to an hour, got 0.0",
      })
  void a_lie_is_named_with_its_value(String from, String to, String named) {
    assertThat(LOG).contains(from);
    assertThat(
            problems(LOG.replaceFirst(java.util.regex.Pattern.quote(from), to == null ? "" : to)))
        .anyMatch(p -> p.contains(named));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "event: training | '' | got [step, step, whole]",
        "decision: kept | '' | step \"no tape\" has a line \"decision: …\", got none",
        "305.0/200.0 | NaN/200.0 | got \"NaN/200.0\"",
        "1.512 (1.500 | Infinity (1.500 | got \"Infinity (1.500 to 1.525)\"",
        "decision: kept | change: more | a step has one line change, got two",
      })
  void what_is_no_log_is_said(String from, String to, String named) {
    assertThat(LOG).contains(from);
    assertThatThrownBy(() -> WorkLog.read(LOG.replace(from, to == null ? "" : to)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  /// Answers nothing but zeros.
  static final class Zeros implements Contestant {
    @Override
    public float[] answer(float[][] input) {
      return new float[64 * 65 + 65 * 10];
    }
  }

  @Test
  void a_wrong_answer_is_not_timed() {
    var training = Events.named("training");
    assertThatThrownBy(() ->
            StepDuel.measured(training, training.baseline(), Zeros.class.getName(), StepDuel.PLAN))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("a wrong answer is not timed");
  }
}
