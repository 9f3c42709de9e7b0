package tapeline.grader.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which time of a test counts.
class TestClockTest {
  private static final int LIMIT = 1000;

  private long wall;
  private long processor;
  private boolean program;
  private boolean runnable;
  private final TestClock clock =
      new TestClock(LIMIT, () -> wall, () -> processor, () -> program, () -> runnable);

  /// How many steps of 250 ms until the test's time is over, when each has this much computing.
  private int stepsWith(int computedMillis) {
    int steps = 0;
    long again;
    do {
      wall += 250_000_000L;
      processor += computedMillis * 1_000_000L;
      again = clock.step();
      steps++;
    } while (again > 0 && steps < 100);
    return steps;
  }

  @Test
  void a_loop_that_has_a_processor_ends_when_its_limit_is_over() {
    assertThat(stepsWith(250)).isEqualTo(4);
  }

  @Test
  void several_threads_take_no_more_than_the_walls_time() {
    assertThat(stepsWith(1000)).isEqualTo(4);
  }

  @Test
  void a_test_that_waits_ends_when_its_limit_is_over() {
    assertThat(stepsWith(0)).isEqualTo(4);
  }

  @Test
  void a_machine_that_gives_a_quarter_of_its_time_makes_no_test_late() {
    assertThat(stepsWith(62)).isEqualTo(17);
  }

  /// A step has fewer ticks of 10 ms than tell a test that computes from one that waits.
  @Test
  void a_machine_that_gives_nearly_nothing_makes_no_test_late() {
    runnable = true;
    assertThat(stepsWith(10)).isEqualTo(TestClock.MOST * LIMIT / 250);
  }

  @Test
  void the_time_of_a_compiler_is_none_of_the_tests() {
    program = true;
    for (int i = 0; i < 8; i++) {
      wall += 250_000_000L;
      assertThat(clock.step()).isEqualTo(250);
    }
    program = false;
    assertThat(stepsWith(0)).isEqualTo(4);
  }

  @Test
  void a_program_that_never_ends_is_ended() {
    program = true;
    assertThat(stepsWith(0)).isEqualTo(TestClock.MOST * LIMIT / 250);
  }

  @Test
  void a_program_of_this_process_stops_its_clock_while_it_runs() throws Exception {
    var real = TestClock.ofThisProcess(LIMIT);
    var waits = new ProcessBuilder("cat").start(); // for what never comes
    try {
      for (int i = 0; i < 6; i++) {
        Thread.sleep(250);
        assertThat(real.step()).as("ms left after step %d", i).isPositive();
      }
    } finally {
      waits.destroyForcibly().waitFor();
    }
    while (real.step() > 0) { // else the second of waiting is never over
      Thread.sleep(250);
    }
  }

  @Test
  void a_machine_that_was_asleep_makes_no_test_late() {
    wall += 60_000_000_000L;
    assertThat(clock.step()).isPositive();
  }
}
