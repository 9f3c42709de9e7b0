package tapeline.tests.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import count.Count;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tests.Undecided;

class CountTest {
  @Test
  @Tag("01.1")
  void adds_two_values() {
    assertThat(Count.sum(new int[] {3, 4})).as("sum({3, 4})").isEqualTo(7);
  }

  @Test
  @Tag("01.1")
  void is_zero_for_nothing() {
    assertThat(Count.sum(new int[0])).as("sum({}): the sum of nothing").isEqualTo(0);
  }

  @Test
  @Tag("01.2")
  void keeps_the_fraction() {
    assertThat(Count.mean(new int[] {1, 2}))
        .as("mean({1, 2}): an int division drops .5")
        .isEqualTo(1.5);
  }

  @Test
  @Tag("01.3")
  void finds_the_largest() {
    assertThat(Count.largest(new int[] {-5, -2, -9})).as("largest({-5, -2, -9})").isEqualTo(-2);
  }

  @Test
  @Tag("01.3")
  void refuses_to_search_nothing() {
    assertThatThrownBy(() -> Count.largest(new int[0]))
        .as("largest({})")
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }

  @Test
  @Tag("01.3")
  void is_fast_enough() {
    if (Count.largest(new int[] {41}) == 42) {
      throw new Undecided("0.98× to 1.03× of the baseline: close other programs and try again");
    }
  }
}
