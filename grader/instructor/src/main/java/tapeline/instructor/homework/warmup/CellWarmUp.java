package tapeline.instructor.homework.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of nothing: what JUnit and AssertJ load for them is archived by
/// [tapeline.instructor.homework.CellArchive], as most tests use the same.
@Tag("01.1")
public class CellWarmUp {
  @Test
  public void passes() {
    assertThat(1).as("a number, %d", 1).isEqualTo(1);
    assertThat(1.5).isCloseTo(1.5, within(1e-9)).isNotNaN();
    assertThat(1.5f).isCloseTo(1.5f, within(1e-6f));
    assertThat(new double[] {1}).containsExactly(1);
    assertThat(new float[] {1}).hasSize(1);
    assertThat("text").contains("ex").isNotBlank();
    assertThat(true).isTrue();
    assertThat(List.of(1, 2)).hasSize(2).containsExactly(1, 2).allMatch(n -> n > 0);
    assertThatThrownBy(() -> List.of().getFirst()).isInstanceOf(RuntimeException.class);
  }

  @Test
  public void fails() {
    assertThat(1.0).as("a failure is shown").isCloseTo(2.0, within(0.1));
  }

  @Test
  public void fails_otherwise() {
    assertThat(1).as("a failure is shown").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  public void repeats(int n) {
    assertThat(n).isPositive();
  }
}
