package tapeline.laboratory.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.laboratory.validation.RankTables.ForkNoise;

class MadeUpTablesTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void of_equal_entries_few_tables_tell_some_apart(int entries) {
    for (var shape : ForkNoise.values()) {
      var rate = RankTables.wrong(entries, shape, 1, false, 200, 7);
      assertThat(rate.interval().low()).as("%s, %s", shape, rate).isLessThanOrEqualTo(0.05);
    }
  }

  @Test
  void who_was_judged_early_would_stand_out_by_all_forks() {
    var first = RankTables.wrong(8, ForkNoise.BELL, 1, false, 200, 7);
    var all = RankTables.wrong(8, ForkNoise.BELL, 1, true, 200, 7);
    assertThat(all.count())
        .as("%s by all forks, %s by the first look", all, first)
        .isGreaterThan(first.count());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.02, 0.1, 0.5})
  void intervals_hold_the_truth_by_a_coarse_clock(double step) {
    var found = CoarseClocks.of(step, 200, 7);
    assertThat(found.alarms().interval().low()).as("%s", found).isLessThanOrEqualTo(0.05);
    assertThat(found.covered().interval().high()).as("%s", found).isGreaterThanOrEqualTo(0.95);
  }
}
