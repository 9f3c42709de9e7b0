package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tapeline.instructor.board.run.RunProgress;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;

class RunProgressTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong();

  private String judgeTwo(boolean terminal) {
    var progress = new RunProgress(new PrintStream(said, true, UTF_8), terminal, clock::get);
    progress.begin(2);
    for (var team : List.of("One", "Two")) {
      progress.doing(team, 0);
      clock.addAndGet(30_000_000_000L);
      progress.doing(team, 0.5);
      clock.addAndGet(30_000_000_000L);
      progress.judged(
          team, new Judgement(1, JudgeVerdict.REJECTED, "", "", null, FakeJudge.MACHINE, "", 60));
    }
    progress.end();
    return said.toString(UTF_8);
  }

  @Test
  void a_terminal_sees_a_bar_and_the_time_that_is_left() {
    assertThat(judgeTwo(true))
        .contains("\rjudging  ███████████████░░░░░  75 %  1 of 2  30 s left  Two")
        .endsWith("2 pairs judged in 2 min 0 s\n");
  }

  @Test
  void elsewhere_each_pair_is_a_line_and_nothing_is_drawn_over() {
    assertThat(judgeTwo(false))
        .isEqualTo(
            """
            judging 2 pairs at most
            REJECTED   One  (60.0 s)
            REJECTED   Two  (60.0 s)
            2 pairs judged in 2 min 0 s
            """);
  }
}
