package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tapeline.competition.Events;
import tapeline.competition.workload.Question;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

class RefereeTest {
  private static final long MS = 1_000_000;

  /// A question of the smallest kind, for which any machine needs 1 µs at least, and its mark.
  private record Asked(Mark given) implements Question {
    @Override
    public float[][] input() {
      return new float[][] {{1}};
    }

    @Override
    public int answerLength() {
      return 1;
    }

    @Override
    public Mark mark(float[] answer) {
      return given;
    }

    @Override
    public double floor() {
      return 1000;
    }
  }

  static final Question RIGHT = new Asked(new Question.Mark(Optional.empty(), 0, 0));

  private static ContestantProcess.Reply after(long nanos) {
    return new ContestantProcess.Reply(new float[1], nanos);
  }

  private static Referee of(String event) {
    return new Referee(Events.named(event));
  }

  private static void isRejected(Defence defence, ThrowingCallable what) {
    var broken = catchThrowableOfType(RuleBroken.class, what);
    assertThat(broken).as("rejected by: %s", defence.text()).isNotNull();
    assertThat(broken.defence()).isEqualTo(defence);
  }

  @Test
  void an_answer_below_the_roofline_is_rejected() throws RuleBroken {
    of("matmul").look(RIGHT, after(1000));
    isRejected(Defence.ROOFLINE, () -> of("matmul").look(RIGHT, after(999)));
  }

  @Test
  void a_wrong_answer_is_rejected() {
    var wrong = new Asked(new Question.Mark(Optional.of("number 3 is NaN"), 0, 0));
    isRejected(Defence.ORACLE, () -> of("matmul").look(wrong, after(5000)));
  }

  @Test
  void all_answers_together_have_a_budget() throws RuleBroken {
    var referee = of("matmul");
    long second = 1000 * MS;
    referee.budget().spend(60 * second);
    referee.budget().spend(60 * second);
    isRejected(Defence.BUDGET, () -> referee.budget().spend(5000));
  }

  @Test
  void too_few_right_parts_of_all_answers_are_rejected() throws RuleBroken {
    var referee = of("smallest-model"); // 90 % have to be right
    referee.look(new Asked(new Question.Mark(Optional.empty(), 95, 100)), after(5000));
    assertThatCode(referee::requireAccuracy).as("95 of 100 are right").doesNotThrowAnyException();
    referee.look(new Asked(new Question.Mark(Optional.empty(), 84, 100)), after(5000));
    isRejected(Defence.ACCURACY, referee::requireAccuracy);
    isRejected(Defence.ACCURACY, referee::requireFair);
  }

  /// A fork of 40 turns, each with an answer of 100 parts; every fourth is fast.
  private static Referee fork(int rightIfFast) throws RuleBroken {
    var referee = of("training"); // 93 % have to be right
    referee.beginFork();
    for (int i = 0; i < 40; i++) {
      boolean fast = i % 4 == 0;
      referee.add(new TurnClock.Use(0, 0));
      int right = fast ? rightIfFast + i % 3 : 97 + i % 3;
      referee.look(
          new Asked(new Question.Mark(Optional.empty(), right, 100)),
          after(fast ? 50 * MS : 100 * MS));
    }
    referee.endFork();
    return referee;
  }

  @Test
  void who_is_sloppy_where_it_counts_is_rejected_though_all_together_is_right_enough()
      throws RuleBroken {
    assertThatCode(fork(84)::requireAccuracy).doesNotThrowAnyException();
    isRejected(Defence.ACCURACY, fork(84)::requireFair);
    fork(93).requireFair();
  }
}
