package tapeline.laboratory.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class QueryCountTest {
  @Test
  void the_least_numbers_of_queries_are_mlperfs() {
    assertThat(
            Arrays.stream(new double[] {0.9, 0.95, 0.97, 0.99, 0.999})
                .mapToInt(q -> QueryCount.least(q, 0.99)))
        .as("queries for the 90, 95, 97, 99 and 99.9 %% quantile at 99 %% confidence")
        .containsExactly(64, 130, 219, 662, 6636);
    assertThatThrownBy(() -> QueryCount.least(1, 0.99))
        .hasMessage("quantile and confidence are between 0 and 1, got 1.0 and 0.99");
  }
}
