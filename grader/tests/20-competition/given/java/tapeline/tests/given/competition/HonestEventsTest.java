package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Event.SizeRange;
import tapeline.competition.EventRules;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.competition.ManifestCheck;

/// Events that can be judged fairly, and entries that can be handed in to them.
class HonestEventsTest {
  private static List<String> problems(String id, Map<String, Integer> size) {
    var e = Events.named(id);
    return EventRules.problems(
        new Event(
            e.id(),
            e.title(),
            e.about(),
            e.workload(),
            e.metric(),
            e.publicSizes(),
            new SizeRange(e.secretSizes().least(), size),
            e.dtype(),
            e.threads(),
            e.tolerance(),
            e.baseline(),
            e.limits(),
            e.floor()));
  }

  @ParameterizedTest
  @CsvSource({
    "smallest-model, images, 1797, 0",
    "training, train, 1397, 400",
    "generation, tokens, 54, 10"
  })
  void an_event_asks_for_no_more_than_there_is(String id, String name, int most, int rest) {
    var size = new java.util.TreeMap<>(Events.named(id).secretSizes().most());
    size.put(name, most);
    assertThat(problems(id, size)).isEmpty();
    size.put(name, most + 1);
    assertThat(problems(id, size))
        .containsExactly(
            "the numbers of a size of %s come to %d at most, got %s"
                .formatted(Events.named(id).workload(), most + rest, size));
  }

  private static Manifest manifest(String event) {
    return new Manifest(
        "mine",
        "the night shift",
        List.of("Ada"),
        event,
        "mine.Entry",
        "0".repeat(64),
        List.of(),
        new Manifest.Environment("25", List.of(), "a processor", 2, "a system"),
        List.of(),
        null,
        List.of(new Manifest.LogEntry("fewer copies", "by hand", "not measured")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"training", "generation", "kernel-time"})
  void no_samples_are_asked_for_where_the_inputs_are_the_judges(String event) {
    assertThat(ManifestCheck.problems(manifest(event), Events.named(event), ClaimCheck::problems))
        .isEmpty();
  }

  @Test
  void samples_are_asked_for_where_they_can_be_taken() {
    assertThat(
            ManifestCheck.problems(
                manifest("matmul"), Events.named("matmul"), ClaimCheck::problems))
        .containsExactly("forks lies from 6 to 100, got 0");
  }
}
