package tapeline.grader.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.run.Workers;

/// A saved run, and one beside it.
class BenchChangeTest {
  private static final BenchOrigin ORIGIN =
      new BenchOrigin("03, your files · JDK 25", "EPYC", "ab", "-x", Instant.ofEpochMilli(1_000));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void place() {
    file = SavedBench.file(folder, "before", "03-tape");
  }

  /// Three forks of two iterations about a time, 1 % apart.
  private static String result(String method, double nanos) {
    return """
    {"benchmark": "a.Chain.%s", "warmupIterations": 2, "warmupTime": "250 ms",
     "primaryMetric": {"score": %3$s, "scoreError": 1,
      "rawData": [[%2$s, %3$s], [%3$s, %3$s], [%3$s, %4$s]]}}\
    """
        .formatted(method, 0.99 * nanos, nanos, 1.01 * nanos);
  }

  private static String results(String... all) {
    return Stream.of(all).collect(Collectors.joining(",", "[", "]"));
  }

  private SavedBench saved(String... results) throws IOException {
    var json = Files.writeString(folder.resolve("jmh.json"), results(results));
    SavedBench.write(file, ORIGIN, json, false);
    return SavedBench.read(file);
  }

  private static BenchTable now(String... results) throws IOException {
    return BenchTable.of(new ObjectMapper().readTree(results(results)));
  }

  @Test
  void a_change_has_its_interval_and_rows_of_one_run_alone_are_named() throws IOException {
    var before = saved(result("tape", 1000), result("slow", 100), result("gone", 7));
    var text =
        new BenchChange(
                before, ORIGIN, now(result("tape", 500), result("slow", 120), result("new", 7)))
            .text();
    assertThat(text)
        .contains("Change since commit ab, 1970-01-01T00:00:01Z")
        .containsPattern("Chain.tape +0.500 \\[0.494, 0.506\\] +faster +1.00M +2.00M +0, 0")
        .containsPattern("Chain.slow +1.200 \\[1.18\\d, 1.21\\d\\] +slower")
        .contains("only then: Chain.gone", "only now: Chain.new")
        .doesNotContain("beware", "WORTHLESS");
  }

  @Test
  void a_filtered_run_takes_no_row_from_a_saved_one() throws IOException {
    saved(result("tape", 1000), result("slow", 100));
    var later = new BenchOrigin("03, your files · JDK 25", "EPYC", "cd", "-x", Instant.EPOCH);
    var json = Files.writeString(folder.resolve("jmh.json"), results(result("tape", 500)));
    SavedBench.requireLike(file, later);
    SavedBench.write(file, later, json, true);
    var both = SavedBench.read(file);
    assertThat(both.table().scores())
        .extracting(s -> s.key() + " " + s.nanos())
        .containsExactly("Chain.tape 500.0", "Chain.slow 100.0");
    assertThat(both.origin().commit()).isEqualTo("ab; cd");
    assertThat(new BenchChange(both, later, now(result("tape", 500))).text())
        .as("the date of a row that is older than the last run that was saved")
        .contains("\nof 1970-01-01T00:00:01Z: Chain.slow\n")
        .doesNotContain("Z: Chain.tape");
    var other = new BenchOrigin("03, your files · JDK 26", "Xeon", "cd", "-x", Instant.EPOCH);
    assertThatThrownBy(() -> SavedBench.requireLike(file, other))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("rows are added to a saved run of the same machine, JVM and flags")
        .hasMessageContaining("processor: EPYC then, Xeon now");
  }

  @Test
  void a_run_that_one_of_the_modules_lacks_is_missed_before_any_is_measured() throws IOException {
    var course = FixtureCourse.in(folder.resolve("course")).course();
    var kept = course.target().resolve("bench");
    file = SavedBench.file(kept, "before", course.modules().getFirst().name());
    saved(result("tape", 1000));
    var said = new ByteArrayOutputStream();
    Workers none = Workers.of(() -> fail("no worker starts"));
    var bench = new Bench(course, none, new PrintStream(said, true, UTF_8));
    assertThatThrownBy(() -> bench.run(course.modules(), false, Bench.ALL, null, "before"))
        .hasMessageContaining("a run is compared with one that -Dsave kept, and there is no ")
        .hasMessageContaining(course.modules().getLast().name());
    assertThat(said.toString(UTF_8)).isEmpty();
  }

  @Test
  void a_twin_that_differs_makes_the_table_worthless() throws IOException {
    var twins = new String[] {result("tape", 1000), result("tapeAgain", 1001)};
    assertThat(new BenchChange(saved(twins), ORIGIN, now(twins)).text())
        .doesNotContain("WORTHLESS");
    var apart = new String[] {result("tape", 1000), result("tapeAgain", 1100)};
    assertThat(new BenchChange(saved(twins), ORIGIN, now(apart)).text())
        .contains("THIS TABLE IS WORTHLESS", "Chain.tape, now: its twin takes 1.100 [");
    assertThat(new BenchChange(saved(apart), ORIGIN, now(twins)).text())
        .contains("THIS TABLE IS WORTHLESS", "Chain.tape, then: its twin takes 1.100 [")
        .doesNotContain("slower", "faster");
  }

  @Test
  void another_machine_or_jvm_is_said() throws IOException {
    var other = new BenchOrigin("03, your files · JDK 26", "Xeon", "cd", "-y", Instant.EPOCH);
    assertThat(new BenchChange(saved(result("tape", 10)), other, now(result("tape", 10))).text())
        .contains(
            "beware: classes, JVM and system: 03, your files · JDK 25 then, 03, your files · JDK 26 now",
            "beware: processor: EPYC then, Xeon now",
            "beware: flags: -x then, -y now")
        .doesNotContain("beware: commit");
  }

  @Test
  void a_spoilt_file_is_refused_with_its_place_and_stays() throws IOException {
    saved(result("tape", 10));
    var whole = Files.readString(file);
    for (var spoilt :
        new String[] {
          whole.substring(0, whole.length() / 2),
          whole.replace("\"processor\"", "\"procesor\""),
          whole.replace("1970-01-01T00:00:01Z", "yesterday"),
          whole.replaceAll("\"score\" : 10.0", "\"score\" : \"NaN\""),
          whole.replace("a.Chain.tape", "tape"),
          "{}",
          ""
        }) {
      Files.writeString(file, spoilt);
      assertThatThrownBy(() -> SavedBench.read(file))
          .as(spoilt)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file + " is no saved run: ")
          .hasMessageEndingWith(". Save it again, or move it away: nothing was measured");
      assertThat(file).hasContent(spoilt);
    }
    assertThatThrownBy(() -> SavedBench.read(folder.resolve("none.json")))
        .hasMessageContaining("a run is compared with one that -Dsave kept, and there is no ");
    assertThatThrownBy(() -> SavedBench.file(folder, "../before", "03"))
        .hasMessage(
            "a saved run is named by letters, digits, points, underscores and dashes, got \"../before\"");
  }

  @Test
  @Needs(Need.FONTS)
  void the_chart_is_a_picture() throws IOException {
    var before = saved(result("tape", 1000));
    byte[] chart = new BenchChange(before, ORIGIN, now(result("tape", 900))).chart();
    assertThat(chart).startsWith(0x89, 'P', 'N', 'G');
    assertThat(new BenchChange(before, ORIGIN, now(result("other", 900))).chart()).isEmpty();
  }
}
