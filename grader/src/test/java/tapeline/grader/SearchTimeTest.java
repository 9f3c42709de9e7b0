package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchTimeTest {
  private static final long SECOND = 1_000_000_000L;

  private long computed = 100 * SECOND;
  private long wall = 5;
  private final SearchTime time = new SearchTime(() -> computed, () -> wall);

  @Test
  void it_is_over_when_three_seconds_are_computed() {
    computed += 3 * SECOND - 1;
    assertThat(time.getAsBoolean()).isTrue();
    computed += 1;
    assertThat(time.getAsBoolean()).isFalse();
  }

  @Test
  void a_busy_machine_takes_nothing_away_from_it() {
    for (int i = 0; i < 25; i++) {
      computed += SECOND / 10;
      wall += SECOND;
      assertThat(time.getAsBoolean()).as("after %d s with a tenth of a processor", i + 1).isTrue();
    }
  }

  @Test
  void what_computes_nothing_ends_by_the_wall() {
    wall += 30 * SECOND - 1;
    assertThat(time.getAsBoolean()).isTrue();
    wall += 1;
    assertThat(time.getAsBoolean()).isFalse();
  }

  @Test
  void a_worker_that_ends_gives_no_time_back() {
    computed += 2 * SECOND;
    assertThat(time.getAsBoolean()).isTrue();
    computed -= 90 * SECOND;
    assertThat(time.getAsBoolean()).isTrue();
    computed += SECOND;
    assertThat(time.getAsBoolean()).isFalse();
  }
}
