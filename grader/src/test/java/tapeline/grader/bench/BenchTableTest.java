package tapeline.grader.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTableTest {
  private static String result(String method, int n, double nanos, double bytes) {
    return """
    {"benchmark": "tapeline.reuse.ChainBenchmark.%s", "params": {"n": "%d"},
     "warmupIterations": 2, "warmupTime": "250 ms",
     "primaryMetric": {"score": %s, "scoreError": 0.5, "rawData": [[%s, %s], [%s, %s]]},
     "secondaryMetrics": {"gc.alloc.rate.norm": {"score": %s}}}\
    """
        .formatted(method, n, nanos, nanos, nanos, nanos + 1, nanos + 1, bytes);
  }

  private static String table(Path folder, String... results) throws IOException {
    var json = folder.resolve("jmh.json");
    Files.writeString(json, "[" + String.join(",", results) + "]");
    return BenchTable.read(json).text();
  }

  @Test
  void divides_by_the_method_that_runs_twice(@TempDir Path folder) throws IOException {
    var text =
        table(
            folder,
            result("bareArrayTape", 10, 100, 0.001),
            result("bareArrayTapeAgain", 10, 100, 0.001),
            result("flatTapeReused", 10, 120, 0.001),
            result("flatTapeFresh", 10, 300, 1240.2));
    assertThat(text.lines().filter(l -> l.contains("bareArrayTape ")))
        .first()
        .asString()
        .contains("n = 10", "100.00", "baseline");
    assertThat(text.lines().filter(l -> l.contains("Again"))).first().asString().contains("1.00 [");
    assertThat(text.lines().filter(l -> l.contains("Reused")))
        .first()
        .asString()
        .contains("1.20 [")
        .endsWith(" 8.33M");
    assertThat(text.lines().filter(l -> l.contains("Fresh"))).first().asString().endsWith(" 3.33M");
    assertThat(text.lines().filter(l -> l.contains("Fresh")).toList().get(1))
        .containsPattern(" 1,240 .* 0 of 4$");
    assertThat(text)
        .contains(
            "Left out: the warm-up of each fork, 2 × 250 ms, and what is loaded and compiled");
  }

  @Test
  void says_whose_the_bytes_are_that_are_fewer_than_an_object(@TempDir Path folder)
      throws IOException {
    assertThat(table(folder, result("flatTapeReused", 10_000, 125_000, 6.3)))
        .contains("B/op below 16, the smallest object, is JMH's own");
    assertThat(table(folder, result("flatTapeFresh", 10, 300, 16))).doesNotContain("JMH's own");
  }

  private static String counts(String method, int objects) {
    return """
    {"benchmark": "tapeline.reuse.ChainBenchmark.%s", "params": {"n": "3"}, "primaryMetric": {"rawData": [[1]]},
     "secondaryMetrics": {"objects": {"score": %d}, "tape.peak": {"score": 4096}}}\
    """
        .formatted(method, objects);
  }

  @Test
  void allocations_are_the_difference_of_one_call_and_eleven() throws IOException {
    var json = new ObjectMapper();
    var table =
        BenchTable.of(json.readTree("[" + result("tape", 3, 250, 0) + "]"))
            .with(
                json.readTree("[" + counts("tape", 7 + 31) + "]"),
                json.readTree("[" + counts("tape", 7 + 11 * 31) + "]"));
    assertThat(table.text().lines().filter(l -> l.contains("tape ")).toList().get(1))
        .as("7 objects of the harness, 31 of a call; the peak of the tapes; outliers")
        .containsPattern(" 31 +4,096 +0 of 4$");
  }

  @Test
  void fits_the_growth_over_three_sizes(@TempDir Path folder) throws IOException {
    var text =
        table(
            folder,
            result("chain", 10, 100, 0),
            result("chain", 100, 1000, 0),
            result("chain", 1000, 10000, 0));
    assertThat(text).contains("chain").contains("grows as n^1.00, n = 10 to 1000");
  }

  @Test
  void the_exponent_of_a_square_is_2() {
    var sizes = new ArrayList<Score>();
    for (int n : List.of(2, 4, 8, 16)) {
      sizes.add(
          new Score(
              "T", "m", "n = " + n, n, List.of(), 3.0 * n * n, 0, 0, Score.Counts.NONE, 0, 0));
    }
    assertThat(BenchTable.exponent(sizes)).isCloseTo(2, within(1e-12));
  }
}
