package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;

@Tag("04.4")
class ExpandTest {
  @Test
  void a_column_repeats_along_its_rows() {
    var x = Tensor.vector(4, 7, 9).unsqueeze(1);
    ByIndex.check("(3,1) to (3,5)", x.expand(Shape.of(3, 5)), Shape.of(3, 5), i -> x.at(i[0], 0));
  }

  @Test
  void a_stretched_view_copies_nothing() {
    var x = Tensor.range(1, 1000);
    var wide = x.expand(Shape.of(1000, 1000));
    assertThat(wide.data()).as("the data of a stretched view: the same array").isSameAs(x.data());
    assertThat(AllocatedBytes.perRun(5, () -> x.expand(Shape.of(1000, 1000))))
        .as("bytes allocated by stretching (1,1000) to (1000,1000): a view has only a shape")
        .isLessThan(1000);
  }

  @Test
  void a_write_shows_in_every_repeat_and_goes_not_through_one() {
    var x = Tensor.vector(1, 2, 3);
    var wide = x.expand(Shape.of(2, 3));
    x.set(9, 1);
    ByIndex.check(
        "(3) stretched to (2,3), after x.set(9, 1)",
        wide,
        Shape.of(2, 3),
        i -> i[1] == 1 ? 9 : i[1] + 1);
    assertThatThrownBy(
            () -> wide.set(5, 0, 0), "a write to element (0,0) of a view where it is (1,0), too")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("(2,3)", "axis 0");
    assertThatThrownBy(() -> wide.assign(Tensor.range(2, 3)), "an assignment to such a view")
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("(2,3)", "axis 0");
  }

  @Test
  void only_what_broadcasting_stretches_is_stretched() {
    var x = Tensor.range(3, 1);
    ByIndex.check("(3,1) to (3,0)", x.expand(Shape.of(3, 0)), Shape.of(3, 0), _ -> 0);
    ByIndex.check("(3,1) to (2,3,2)", x.expand(Shape.of(2, 3, 2)), Shape.of(2, 3, 2), i -> i[1]);
    assertThatThrownBy(() -> x.expand(Shape.of(5, 1)), "(3,1) to (5,1): 3 is neither 5 nor 1")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(3,1)", "(5,1)");
    assertThatThrownBy(() -> x.expand(Shape.of(3)), "(3,1) to (3): no axis goes")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(3,1)", "(3)");
  }

  @Test
  void random_views_are_stretched_by_the_rule() {
    var random = Seeds.random("expand");
    for (int trial = 0; trial < 60; trial++) {
      var wide = RandomViews.lengths(random, 1 + trial % 5, 1, 3);
      var x = RandomViews.view(random, RandomViews.narrow(random, wide));
      var shape = Shape.of(wide);
      ByIndex.check(
          "a view %s to %s".formatted(x.shape(), shape),
          x.expand(shape),
          shape,
          i -> ByIndex.stretched(x, i));
      ByIndex.check(
          "a copy of a view %s stretched to %s".formatted(x.shape(), shape),
          x.expand(shape).copy(),
          shape,
          i -> ByIndex.stretched(x, i));
    }
  }

  @Test
  void a_row_minus_its_mean_has_mean_0() {
    var x = Tensor.normal(Seeds.random("centred"), 3, 5);
    var centred = x.minus(x.mean(true, -1));
    ByIndex.check(
        "the row means of x − mean(x), (3,5) − (3,1)", centred.mean(-1), Shape.of(3), _ -> 0, 1e-6);
  }
}
