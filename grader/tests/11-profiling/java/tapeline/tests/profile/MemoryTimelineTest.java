package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.MemoryEvent;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.MemoryTimeline.Held;
import tapeline.tests.Seeds;

/// The holders and their bytes when the most is held.
@Tag("11.7")
class MemoryTimelineTest {
  private final List<MemoryEvent> events = new ArrayList<>();
  private long live;

  private MemoryTimelineTest then(String holder, long bytes) {
    live += bytes;
    events.add(new MemoryEvent(events.size(), 0, 0, holder, bytes, live));
    return this;
  }

  private List<Held> atPeak() {
    return new MemoryTimeline(events).atPeak();
  }

  @Test
  void holders_are_added_up_and_sorted() {
    then("MatMul saved", 40).then("TANH saved", 100).then("MatMul saved", 20);
    assertThat(atPeak())
        .as("the holders after MatMul 40, TANH 100, MatMul 20")
        .containsExactly(new Held("TANH saved", 100), new Held("MatMul saved", 60));
  }

  @Test
  void what_was_released_before_the_peak_is_not_held_there() {
    then("A saved", 50).then("B saved", 30).then("A saved", -50).then("C gradient", 70);
    assertThat(atPeak())
        .as("the holders after A 50, B 30, A −50, C 70: 100 bytes")
        .containsExactly(new Held("C gradient", 70), new Held("B saved", 30));
  }

  @Test
  void what_comes_after_the_peak_does_not_count() {
    then("A saved", 60).then("B saved", 30).then("B saved", -30).then("C gradient", 20);
    assertThat(atPeak())
        .as("the holders after A 60, B 30, which is the peak; then B −30, C 20")
        .containsExactly(new Held("A saved", 60), new Held("B saved", 30));
  }

  @Test
  void the_first_of_equal_peaks_counts() {
    then("A saved", 60).then("A saved", -60).then("B saved", 60).then("B saved", -60);
    assertThat(atPeak())
        .as("the holders at 60 bytes, which A held first and B later")
        .containsExactly(new Held("A saved", 60));
  }

  @Test
  void what_was_held_before_has_a_holder_too() {
    live = 25;
    then("A saved", 60).then(MemoryTimeline.BEFORE, -10).then("B saved", 15);
    assertThat(atPeak())
        .as("the holders after 25 bytes from before, A 60, −10 of those before, B 15")
        .containsExactly(
            new Held("A saved", 60), new Held("B saved", 15), new Held(MemoryTimeline.BEFORE, 15));
  }

  @Test
  void the_holders_bytes_add_up_to_the_peak() {
    var random = Seeds.random("memory");
    var held = new ArrayList<long[]>();
    for (int i = 0; i < 300; i++) {
      change(random, held);
    }
    long most = events.stream().mapToLong(MemoryEvent::live).max().orElseThrow();
    assertThat(atPeak().stream().mapToLong(Held::bytes).sum())
        .as("the sum of the holders' bytes at the peak of 300 changes")
        .isEqualTo(most);
  }

  /// Something more is held, or one of what is held is released.
  private void change(Random random, List<long[]> held) {
    if (held.isEmpty() || random.nextInt(5) < 3) {
      held.add(new long[] {random.nextInt(4), 4L * (1 + random.nextInt(50))});
      then("op " + held.getLast()[0], held.getLast()[1]);
    } else {
      var one = held.remove(random.nextInt(held.size()));
      then("op " + one[0], -one[1]);
    }
  }
}
