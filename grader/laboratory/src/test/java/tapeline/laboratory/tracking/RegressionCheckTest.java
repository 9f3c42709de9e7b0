package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command's words, and two files of JMH's.
class RegressionCheckTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private int run(String... words) throws IOException {
    said.reset();
    return RegressionCheck.run(new PrintStream(said, true, UTF_8), words);
  }

  /// Writes three forks of two iterations, all of about so many ns.
  private String file(String name, String benchmark, double nanos) throws IOException {
    var file = folder.resolve(name);
    Files.writeString(
        file,
        """
        [{"benchmark": "%s", "primaryMetric": {"score": %2$s, "scoreUnit": "ns/op",
          "rawData": [[%2$s, %3$s], [%3$s, %3$s], [%2$s, %2$s]]}}]\
        """
            .formatted(benchmark, nanos, 1.01 * nanos));
    return file.toString();
  }

  @Test
  void files_without_a_common_benchmark_are_not_compared() throws IOException {
    var before = file("before.json", "a.Chain.tape", 100);
    var renamed = file("after.json", "a.Links.tape", 500);
    assertThatThrownBy(() -> run("--jmh", before, renamed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--jmh compares the benchmarks of both files, got none: [Chain.tape] and [Links.tape]");
    assertThat(run("--jmh", before, file("slow.json", "a.Chain.tape", 500))).isEqualTo(1);
    assertThat(said.toString(UTF_8)).contains("regression: Chain.tape");
  }

  @Test
  void a_wrong_word_is_named() {
    assertThatThrownBy(() -> run("--threshold", "abc"))
        .hasMessage("--threshold is a number from 0.0 to 1000.0, got abc");
    assertThatThrownBy(() -> run("--modules", "solutions"))
        .hasMessage("--modules belongs to --baseline, got --modules solutions alone");
  }
}
