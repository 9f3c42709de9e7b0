package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.profile.Amdahl;

@Tag("11.9")
class AmdahlTest {
  /// The formula may be computed in another order.
  private static final Offset<Double> ROUNDING = within(1e-12);

  @Test
  void only_the_part_becomes_faster() {
    var then = Amdahl.of(100, 60, 3);
    assertThat(then.time())
        .as("the time of a whole of 100 whose 60 take a third")
        .isCloseTo(60.0, ROUNDING);
    assertThat(then.speedup()).as("its speedup: 100/60").isCloseTo(100.0 / 60, ROUNDING);
  }

  @Test
  void a_part_that_is_all_gives_its_whole_factor() {
    var all = Amdahl.of(8, 8, 4);
    assertThat(all.speedup())
        .as("the speedup when the part is all, and 4 times as fast")
        .isCloseTo(4.0, ROUNDING);
    assertThat(all.limit()).as("its limit: there is no other part").isInfinite();
  }

  @Test
  void the_other_parts_are_the_limit() {
    assertThat(Amdahl.of(100, 90, 2).limit())
        .as("the limit where 10 of 100 stay: 10, whatever the factor")
        .isCloseTo(10.0, ROUNDING);
    assertThat(Amdahl.of(100, 90, Double.POSITIVE_INFINITY).speedup())
        .as("the speedup by a factor of ∞, which is the limit")
        .isCloseTo(10.0, ROUNDING);
    assertThat(Amdahl.of(100, 90, 1e6).speedup())
        .as("the speedup by a factor of a million, below the limit")
        .isLessThan(10)
        .isCloseTo(10, within(1e-3));
  }

  /// Counts like Gustafson: N processors do `s + (1 − s)·N` times as much, s being the share that
  /// stays.
  @Test
  void with_more_work_for_the_part_there_is_no_such_limit() {
    double s = 0.25;
    for (int n : new int[] {1, 2, 64, 1024}) {
      assertThat(Amdahl.of(80, 60, n).scaled())
          .as("the work done in the same time, 60 of 80 being %d times as fast", n)
          .isCloseTo(s + (1 - s) * n, within(1e-9));
    }
  }

  @Test
  void a_part_that_becomes_slower_makes_all_slower() {
    var then = Amdahl.of(10, 4, 0.5);
    assertThat(then.time())
        .as("the time of 10 whose 4 take twice as long")
        .isCloseTo(14.0, ROUNDING);
    assertThat(then.speedup()).as("its speedup, below 1").isCloseTo(10.0 / 14, ROUNDING);
    assertThat(then.scaled())
        .as("the work done in the same time, below 1")
        .isCloseTo(0.8, ROUNDING);
  }
}
