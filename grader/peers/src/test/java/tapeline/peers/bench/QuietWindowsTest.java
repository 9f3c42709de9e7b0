package tapeline.peers.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuietWindowsTest {
  /// A machine on which the k-th window takes a second, and others use this much of it.
  private static final class Planted {
    private final double[] used;
    private double foreign;
    private long now;
    private int next;

    Planted(double... used) {
      this.used = used;
    }

    QuietWindows windows(int mostRepeats) {
      return new QuietWindows(() -> foreign, () -> now, mostRepeats);
    }

    int take() {
      foreign += used[next];
      now += 1_000_000_000;
      return next++;
    }
  }

  private static List<Integer> counts(QuietWindows windows) {
    return List.of(windows.taken(), windows.repeated(), windows.disturbed());
  }

  @Test
  void a_disturbed_window_is_taken_again_and_a_quiet_one_is_not() {
    var machine = new Planted(0, 0.5, 0.3, 0.02, 0.9);
    var windows = machine.windows(9);
    assertThat(windows.next(machine::take)).isEqualTo(0);
    assertThat(windows.next(machine::take)).as("windows 1 and 2 are disturbed").isEqualTo(3);
    assertThat(counts(windows)).as("taken, repeated, disturbed").containsExactly(2, 2, 0);
  }

  @Test
  void a_machine_that_is_never_quiet_ends_and_says_so() {
    var machine = new Planted(1, 1, 1, 1, 1);
    var windows = machine.windows(2);
    assertThat(windows.next(machine::take)).isEqualTo(2);
    assertThat(windows.next(machine::take)).as("the repeats are used up").isEqualTo(3);
    assertThat(counts(windows)).as("taken, repeated, disturbed").containsExactly(2, 2, 2);
  }

  @Test
  void where_nothing_is_known_of_others_no_window_is_repeated() {
    var machine = new Planted(Double.NaN, Double.NaN);
    var windows = machine.windows(9);
    windows.next(machine::take);
    windows.next(machine::take);
    assertThat(counts(windows)).as("taken, repeated, disturbed").containsExactly(2, 0, 0);
  }

  @Test
  void what_others_used_is_the_busy_time_less_our_own_without_waiting_and_guests() {
    var stat = "cpu  100 20 30 4000 500 6 7 8 90 10\ncpu0 1 2 3";
    var self = "12 (a (name) b) S 1 2 3 4 5 6 7 8 9 10 40 2 0 0";
    assertThat(Processors.foreignSeconds(stat, self))
        .as("(100 + 20 + 30 + 6 + 7 + 8 − 40 − 2) ticks of 10 ms")
        .isEqualTo(1.29);
  }
}
