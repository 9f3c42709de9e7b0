package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AloneControlTest {
  private static AloneControl of(double[] aloneFirst, double[] aloneLast) {
    var control = new AloneControl();
    for (double ratio : aloneFirst) {
      control.add(ratio, true);
    }
    for (double ratio : aloneLast) {
      control.add(ratio, false);
    }
    return control;
  }

  @Test
  void a_jvm_that_becomes_faster_is_not_disturbed() {
    assertThat(of(new double[] {0.19, 0.11, 0.07}, new double[] {6.3, 0.4, 8.2}).ratio())
        .as("ten times faster at the end: it cancels out, got so many times as long")
        .isBetween(0.5, AloneControl.MOST);
  }

  @Test
  void who_is_five_times_slower_beside_the_entry_is_disturbed() {
    assertThat(of(new double[] {2, 2.5, 2.2}, new double[] {11, 12, 9}).ratio())
        .as("twice as fast at the end, and five times slower beside the entry")
        .isGreaterThan(AloneControl.MOST);
  }

  @Test
  void one_fork_that_something_else_disturbed_decides_nothing() {
    assertThat(of(new double[] {1, 60, 1.1}, new double[] {0.9, 1, 50}).ratio()).isLessThan(1.5);
  }

  @Test
  void forks_of_one_kind_alone_show_nothing() {
    assertThat(of(new double[] {}, new double[] {9, 9, 9}).ratio()).isEqualTo(1);
    assertThat(of(new double[] {9, 9, 9}, new double[] {}).ratio()).isEqualTo(1);
  }
}
