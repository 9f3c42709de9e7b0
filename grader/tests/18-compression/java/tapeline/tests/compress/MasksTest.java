package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.Masks;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("18.2")
class MasksTest {
  @Test
  void two_of_four_by_hand() {
    var w = Tensor.of(new float[] {1, 8, -4, 7, 3, 6, 2, 5}, 4, 2);
    assertThat(Masks.nOfM(w, 2, 4).toArray())
        .as("2 of 4 of the columns (1, −4, 3, 2) and (8, 7, 6, 5), mask (4,2) by rows")
        .containsExactly(0, 1, 1, 1, 1, 0, 0, 0);
  }

  @Test
  void each_group_of_a_column_keeps_n() {
    var w = Tensor.normal(Seeds.random("groups"), 12, 5);
    for (int[] nm : new int[][] {{2, 4}, {1, 3}, {5, 6}}) {
      var mask = Masks.nOfM(w, nm[0], nm[1]);
      for (int from = 0; from < 12; from += nm[1]) {
        assertThat(mask.slice(0, from, from + nm[1]).sum(0).toArray())
            .as("%d of %d: ones in rows %d to %d, by column", nm[0], nm[1], from, from + nm[1] - 1)
            .containsOnly(nm[0]);
      }
    }
  }

  @Test
  void the_larger_stay() {
    var w = Tensor.normal(Seeds.random("larger"), 8, 3);
    var mask = Masks.nOfM(w, 2, 4);
    for (int column = 0; column < 3; column++) {
      for (int from = 0; from < 8; from += 4) {
        float least = Float.POSITIVE_INFINITY;
        float most = 0;
        for (int i = from; i < from + 4; i++) {
          float magnitude = Math.abs(w.at(i, column));
          least = mask.at(i, column) == 1 ? Math.min(least, magnitude) : least;
          most = mask.at(i, column) == 0 ? Math.max(most, magnitude) : most;
        }
        assertThat(least)
            .as("the least magnitude that stays in column %d from row %d on", column, from)
            .isGreaterThanOrEqualTo(most);
      }
    }
  }

  @Test
  void none_and_all_of_a_group() {
    var w = Tensor.normal(Seeds.random("all"), 6, 2);
    assertThat(Masks.nOfM(w, 0, 3).toArray()).as("0 of 3").containsOnly(0);
    assertThat(Masks.nOfM(w, 3, 3).toArray()).as("3 of 3").containsOnly(1);
  }
}
