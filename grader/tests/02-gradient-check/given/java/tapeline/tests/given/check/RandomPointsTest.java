package tapeline.tests.given.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tapeline.check.GradientReport;
import tapeline.check.GradientRow;
import tapeline.check.GradientVerdict;
import tapeline.scalar.ScalarOp;

class RandomPointsTest {
  /// Returns the rows of an op's random points, which are its first, for twenty seeds.
  private static List<GradientRow> rows(ScalarOp op) {
    return LongStream.rangeClosed(1, 20)
        .mapToObj(GradientReport::ops)
        .flatMap(r -> r.rows().stream().filter(row -> row.function().equals(op.name())).limit(3))
        .toList();
  }

  @Test
  void an_op_of_positive_numbers_is_checked_at_these_and_another_on_both_sides() {
    assertThat(rows(ScalarOp.LOG))
        .as("rows of LOG at random points")
        .hasSize(60)
        .allMatch(row -> row.verdict() == GradientVerdict.AGREES);
    assertThat(rows(ScalarOp.SIN))
        .as("rows of SIN at random points")
        .hasSize(60)
        .anyMatch(row -> row.point().startsWith("(-"))
        .anyMatch(row -> !row.point().startsWith("(-"));
  }
}
