package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.competition.workload.Draws;

class DrawsTest {
  @Test
  void the_same_seed_purpose_and_index_give_the_same_numbers() {
    assertThat(Draws.of(1, "input", 2, 3).longs(50).toArray())
        .isEqualTo(Draws.of(1, "input", 2, 3).longs(50).toArray());
  }

  @Test
  void another_seed_purpose_or_index_gives_others() {
    long first = Draws.of(1, "input", 2, 3).nextLong();
    assertThat(Draws.of(2, "input", 2, 3).nextLong()).as("seed").isNotEqualTo(first);
    assertThat(Draws.of(1, "fork", 2, 3).nextLong()).as("purpose").isNotEqualTo(first);
    assertThat(Draws.of(1, "input", 2, 4).nextLong()).as("index").isNotEqualTo(first);
    assertThat(Draws.of(1, "input", 23).nextLong()).as("2, 3 is not 23").isNotEqualTo(first);
  }

  @Test
  void the_numbers_are_uniform() {
    var draws = Draws.of(1, "uniform");
    double sum = 0;
    double squares = 0;
    int n = 100_000;
    for (float x : draws.uniform(n, -1, 1)) {
      assertThat(x).isBetween(-1f, 1f);
      sum += x;
      squares += x * x;
    }
    assertThat(sum / n).as("mean").isBetween(-0.01, 0.01);
    assertThat(squares / n).as("variance, 1/3").isBetween(0.328, 0.339);
  }

  @Test
  void blocks_of_the_stream_differ() {
    var longs = Draws.of(1, "long").longs(5000).toArray();
    assertThat(java.util.Arrays.stream(longs).distinct().count()).isEqualTo(5000);
  }
}
