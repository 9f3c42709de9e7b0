package tapeline.tests.given.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.competition.EventRules;
import tapeline.competition.Events;
import tapeline.competition.Metric;
import tapeline.tests.Thrown;
import tapeline.tests.competition.SampleEvents;

class EventRulesTest {
  private static final Map<String, Integer> SIZE = SampleEvents.SIZE;

  private static List<String> problems(
      List<Map<String, Integer>> open, Map<String, Integer> least, Map<String, Integer> most) {
    return EventRules.problems(SampleEvents.of(open, least, most));
  }

  private static Map<String, Integer> with(String name, int value) {
    var size = new java.util.TreeMap<>(SIZE);
    size.put(name, value);
    return size;
  }

  /// One sentence, with all of the words in it.
  private static void assertOne(String of, List<String> problems, String... words) {
    assertThat(problems).as("the problems of " + of).hasSize(1);
    assertThat(problems.getFirst()).as("the problem of " + of + ", with its value").contains(words);
  }

  /// One sentence, with the names k and m that a size without n has.
  private static void assertLacksN(String of, List<String> problems) {
    assertThat(problems).as("the problems of " + of).hasSize(1);
    assertThat(problems.getFirst())
        .as("the problem of " + of + ", with the names that it has")
        .containsPattern("\\bk\\b")
        .containsPattern("\\bm\\b");
  }

  @Test
  void there_is_something_that_a_learner_may_measure() {
    assertThat(problems(List.of(), SIZE, SIZE))
        .as("the problems of an event without a public size")
        .hasSize(1);
  }

  @Test
  void a_public_size_has_the_names_of_the_workload() {
    var lacks = Map.of("m", 30, "k", 50);
    var other = Map.of("m", 30, "k", 50, "n", 20, "p", 7);
    assertLacksN("a public size without n", problems(List.of(SIZE, lacks), SIZE, SIZE));
    assertOne(
        "a public size with a p that matmul does not know",
        problems(List.of(other), SIZE, SIZE),
        "p");
  }

  @Test
  void so_have_the_least_and_the_most() {
    var lacks = Map.of("m", 30, "k", 50);
    assertLacksN("a least without n", problems(List.of(SIZE), lacks, SIZE));
    assertLacksN("a most without n", problems(List.of(SIZE), SIZE, lacks));
  }

  @Test
  void a_size_is_at_least_one() {
    assertOne("a public m of 0", problems(List.of(with("m", 0)), SIZE, SIZE), "m", "0");
    assertOne("a least k of -4", problems(List.of(SIZE), with("k", -4), SIZE), "k", "-4");
    assertThat(problems(List.of(with("m", 1)), with("k", 1), SIZE))
        .as("the problems of a public m of 1 and a least k of 1")
        .isEmpty();
  }

  @Test
  void a_size_is_not_out_of_all_bounds() {
    int most = EventRules.LARGEST;
    assertOne(
        "a public n above LARGEST",
        problems(List.of(with("n", most + 1)), SIZE, SIZE),
        "n",
        Integer.toString(most + 1));
    assertOne("a most n above LARGEST", problems(List.of(SIZE), SIZE, with("n", most + 1)), "n");
    assertThat(problems(List.of(with("n", most)), SIZE, with("n", most)))
        .as("the problems of an n of LARGEST itself")
        .isEmpty();
  }

  @Test
  void the_least_is_not_above_the_most() {
    var found = problems(List.of(SIZE), with("k", 200), with("k", 100));
    assertOne("a k from 200 to 100: no size can be drawn", found, "k", "200", "100");
    assertThat(problems(List.of(SIZE), SIZE, SIZE))
        .as("the problems of an event whose least is its most: a fixed size")
        .isEmpty();
    assertThat(EventRules.problems(SampleEvents.matmul()))
        .as("the problems of an event that is as it has to be")
        .isEmpty();
  }

  @Test
  void a_size_with_other_names_hides_no_other_problem() {
    var lacks = Map.of("m", 30, "k", 50);
    assertThat(problems(List.of(lacks, with("m", 0)), with("k", 90), with("k", 80)))
        .as("the problems of a size without n, an m of 0, and a least k of 90 above a most of 80")
        .hasSize(3);
  }

  @Test
  void an_instructor_adds_an_event_by_a_file_as_the_course_has_its_own(@TempDir Path folder)
      throws Exception {
    var size = Map.of("m", 7, "k", 900, "n", 5);
    var tall = SampleEvents.event("matmul", Metric.TIME, List.of(size), size, size, 1e-4);
    Files.writeString(folder.resolve("tall.json"), tall.write());
    Files.writeString(folder.resolve("notes.txt"), "no event");
    assertThat(Events.in(folder)).as("the events of a folder with one file").containsExactly(tall);
    Files.writeString(folder.resolve("tall.json"), tall.write().replace("\"n\" : 5", "\"n\" : 0"));
    assertThat(
            Thrown.by(() -> {
              try {
                Events.in(folder);
              } catch (IOException e) {
                throw new IllegalStateException("no IOException is due", e);
              }
            }))
        .as("what is said of a file with a size of 0")
        .startsWith("IllegalArgumentException: tall.json")
        .contains("0");
    var files = Path.of(Events.class.getResource("/events").toURI());
    assertThat(Events.standard())
        .as("the course's events: all files, each read and checked")
        .containsExactlyInAnyOrderElementsOf(Events.in(files));
  }
}
