package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tapeline.competition.Events;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instructor.judge.workload.Question;

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

  /// A referee of matmul, where one thread may work, after one turn.
  private static Referee after(long wall, long cpu, long ended, Long... threads) {
    var referee = of("matmul");
    referee.add(turn(wall, cpu, ended, threads));
    return referee;
  }

  private static TurnClock.Use turn(long wall, long cpu, long ended, Long... threads) {
    return new TurnClock.Use(false, 1, wall * MS, cpu * MS, millis(threads), 0, ended * MS);
  }

  private static List<Long> millis(Long... threads) {
    return List.of(threads).stream().map(t -> t * MS).toList();
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

  @Test
  void one_thread_that_works_is_no_offence_however_long_it_waited() throws RuleBroken {
    for (long wall : List.of(500L, 5_000L, 50_000L)) {
      var referee = after(wall, 490, 0, 470L, 3L);
      referee.requireFair();
      assertThat(referee.doubt()).as("490 ms of work in %d ms", wall).isEmpty();
    }
  }

  @Test
  void the_jvms_own_threads_are_no_offence() throws RuleBroken {
    var referee = after(1000, 990, 0, 200L);
    referee.requireFair();
    assertThat(referee.doubt()).as("compilers took four fifths of the work").isEmpty();
  }

  @Test
  void two_threads_in_place_of_one_are_never_ranked() throws RuleBroken {
    for (long wall : List.of(500L, 1_000L, 1_500L)) {
      var referee = of("matmul");
      var threads = millis(200L, 200L);
      referee.add(new TurnClock.Use(false, 1, wall * MS, 400 * MS, threads, 2 * wall * MS, 0));
      isRejected(Defence.PROCESSOR_TIME, referee::requireFair);
    }
    var busy = after(50_000, 400, 0, 200L, 200L);
    busy.requireFair();
    assertThat(busy.doubt()).as("a busy machine proves nothing").isPresent();
  }

  @Test
  void more_processor_time_than_there_was_time_is_proof_where_no_thread_can_be_seen() {
    isRejected(Defence.PROCESSOR_TIME, () -> after(1000, 1500, 0).requireFair());
    assertThatCode(() -> after(1000, 1200, 0).requireFair()).doesNotThrowAnyException();
  }

  @Test
  void a_second_thread_with_a_quarter_of_the_work_is_for_a_person_to_look_at() throws RuleBroken {
    var referee = after(1000, 400, 0, 300L, 100L);
    referee.requireFair();
    assertThat(referee.doubt().orElse(""))
        .contains("1 threads may work", "more threads than may did 25 %");
  }

  @Test
  void a_thread_that_only_wakes_up_is_not_rejected_however_busy_the_machine() throws RuleBroken {
    for (long work : List.of(5_000L, 500L, 50L)) { // in 10 s, and 450 ms to wake up
      after(10_000, work + 450, 0, work, 450L).requireFair();
    }
  }

  @Test
  void threads_that_ended_are_for_a_person_to_look_at() throws RuleBroken {
    var referee = after(1000, 400, 390, 10L);
    referee.requireFair();
    assertThat(referee.doubt().orElse("")).contains("threads that have ended 98 %");
  }

  /// After turns of one answer each, of which the first loads classes in both threads.
  private static Referee handedOver(long entrysMicros, long othersMicros, long waitedMicros) {
    var referee = of("matmul");
    referee.add(new TurnClock.Use(true, 1, 120 * MS, 34 * MS, millis(13L, 21L), 0, 0));
    for (int i = 0; i < 60; i++) {
      var threads = List.of(entrysMicros * MS / 1000, othersMicros * MS / 1000);
      long waited = waitedMicros * MS / 1000;
      referee.add(new TurnClock.Use(false, 1, 2 * MS, 2 * MS, threads, waited, 0));
    }
    return referee;
  }

  @Test
  void who_hands_each_short_answer_over_to_another_thread_and_waits_is_no_offender()
      throws RuleBroken {
    for (long others : List.of(50L, 900L, 5_000L)) {
      var referee = handedOver(200, others, 0);
      referee.requireFair();
      assertThat(referee.doubt()).as("0.2 ms to hand over %d µs of work", others).isEmpty();
    }
  }

  @Test
  void who_shares_short_answers_with_another_thread_is_seen() throws RuleBroken {
    isRejected(Defence.PROCESSOR_TIME, handedOver(900, 900, 1500)::requireFair);
    assertThat(handedOver(400, 900, 0).doubt()).as("a third in the second thread").isPresent();
  }

  /// Of answers of 1 ms, which one after the other would take longer than the turns took.
  @Test
  void what_is_free_for_handing_over_is_not_free_at_the_same_time() throws RuleBroken {
    for (long beside : List.of(200L, 300L, 350L)) {
      for (long wall : List.of(950L, 1_050L)) {
        var referee = of("matmul");
        for (int i = 0; i < 60; i++) {
          var threads = List.of((1_000 - beside) * MS / 1000, beside * MS / 1000);
          referee.add(new TurnClock.Use(false, 1, wall * MS / 1000, MS, threads, 0, 0));
        }
        referee.requireFair();
        boolean atOnce = wall < 1_000;
        assertThat(referee.doubt().isPresent())
            .as("%d of 1,000 µs in a second thread, in turns of %d µs", beside, wall)
            .isEqualTo(atOnce || beside > 300);
      }
    }
  }

  @Test
  void two_threads_that_work_one_after_the_other_are_doubted_and_not_rejected() throws RuleBroken {
    var referee = handedOver(900, 900, 200);
    referee.requireFair();
    assertThat(referee.doubt()).isPresent();
  }

  @Test
  void a_sixth_of_long_answers_in_a_second_thread_is_for_a_person_to_look_at() {
    assertThat(handedOver(20_000, 4_000, 0).doubt()).isPresent();
  }

  @Test
  void threads_that_take_turns_are_as_good_as_one() throws RuleBroken {
    var referee = of("matmul");
    for (int i = 0; i < 10; i++) {
      referee.add(turn(100, 50, 0, i % 2 == 0 ? 50L : 0L, 50L * (i % 2)));
    }
    referee.requireFair();
    assertThat(referee.doubt()).as("one works in each turn, and not always the same").isEmpty();
  }

  /// A fork of 40 turns, each with an answer of 100 parts; every fourth is fast.
  private static Referee fork(int rightIfFast, long besideIfFast) throws RuleBroken {
    var referee = of("training"); // 93 % have to be right, and one thread may work
    referee.beginFork();
    for (int i = 0; i < 40; i++) {
      boolean fast = i % 4 == 0;
      long work = fast ? 50 : 100;
      referee.add(turn(work, work, 0, work, fast ? besideIfFast : 0));
      int right = fast ? rightIfFast + i % 3 : 97 + i % 3;
      referee.look(new Asked(new Question.Mark(Optional.empty(), right, 100)), after(work * MS));
    }
    referee.endFork();
    return referee;
  }

  @Test
  void who_is_sloppy_where_it_counts_is_rejected_though_all_together_is_right_enough()
      throws RuleBroken {
    assertThatCode(fork(84, 0)::requireAccuracy).doesNotThrowAnyException();
    isRejected(Defence.ACCURACY, fork(84, 0)::requireFair);
    fork(93, 0).requireFair();
  }

  @Test
  void a_second_thread_in_the_fastest_turns_alone_is_seen() throws RuleBroken {
    isRejected(Defence.PROCESSOR_TIME, fork(97, 40)::requireFair);
    var some = fork(97, 14);
    some.requireFair();
    assertThat(some.doubt().orElse("")).contains("in 500 ms of its fastest turns");
    assertThat(fork(97, 1).doubt()).isEmpty();
  }
}
