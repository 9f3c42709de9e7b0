package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class PinnedProcessorsTest {
  @Test
  void a_list_of_processors_has_ranges_and_single_ones() {
    assertThat(PinnedProcessors.numbers("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
  }

  @Test
  void an_event_for_more_threads_than_there_are_processors_is_said_not_to_be_pinned()
      throws IOException {
    var processors = PinnedProcessors.forThreads(1 << 20);
    assertThat(processors.toString()).startsWith("not pinned to processors: ");
    var plain = new ProcessBuilder("java");
    assertThat(processors.pin(plain).command()).containsExactly("java");
  }
}
