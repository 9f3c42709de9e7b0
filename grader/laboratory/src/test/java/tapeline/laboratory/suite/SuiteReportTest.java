package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.BenchmarkResult;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.report.Choices;

class SuiteReportTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin/java");

  private static BenchmarkResult result(
      String name, long bytes, @Nullable Double accuracy, @Nullable Double joules) {
    double[] nanos = {10, 11};
    return new BenchmarkResult(
        name, MadeUp.CONDITIONS, nanos, bytes, true, accuracy, joules, null, 96L);
  }

  private static Choices choices(BenchmarkResult... results) {
    return Objects.requireNonNull(SuiteReport.choices(List.of(results)), "three costs are known");
  }

  @Test
  void what_is_compared_is_what_all_have() {
    var all = choices(result("plain", 48, 0.9, 0.2), result("half", 48, 0.9, 0.1));
    assertThat(all.axes())
        .extracting(Choices.Axis::name)
        .containsExactly("time", "error", "allocated", "peak", "energy");
    var some = choices(result("plain", 48, 0.9, 0.2), result("half", 0, null, null));
    assertThat(some.axes())
        .extracting(Choices.Axis::name)
        .as("axes where half has neither accuracy nor energy, which are not the least")
        .containsExactly("time", "allocated", "peak");
    assertThat(some.choices().getLast().cost(1))
        .as("no byte allocated, which has no logarithm")
        .isEqualTo(1);
  }

  @Test
  void a_suite_of_times_alone_is_compared_by_no_radar() {
    double[] nanos = {10, 11};
    var bare = new BenchmarkResult("a", MadeUp.CONDITIONS, nanos, 48, true, null, null);
    assertThat(SuiteReport.choices(List.of(bare))).isNull();
  }

  @Test
  void a_name_has_no_data_set_behind_it_on_its_page() {
    var named = result("quick on the uptake on " + MadeUp.CONDITIONS.task(), 48, 0.9, 0.2);
    assertThat(choices(named).choices().getFirst().name()).isEqualTo("quick on the uptake");
  }

  @Test
  void pages_of_one_suite_have_names_of_their_own() {
    var taken = new HashSet<String>();
    assertThat(
            Stream.of("sines, x+", "sines, x-", "Синусы, углы")
                .map(t -> SuiteReport.fileName(t, taken)))
        .containsExactly("sines-x", "sines-x-2", "Синусы-углы");
  }

  /// Runs the laboratory's README: the suite that it shows as a file of one's own.
  @Test
  @Needs(Need.FONTS)
  void the_readmes_suite_writes_its_page(@TempDir Path folder) throws Exception {
    var here =
        Path.of(SuiteReportTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    while (!Files.isRegularFile(here.resolve("grader/laboratory/README.md"))) {
      here = Objects.requireNonNull(here.getParent(), "above the classes lies the checkout");
    }
    var readme = Files.readString(here.resolve("grader/laboratory/README.md"));
    var block = Pattern.compile("(?ms)^```java\n(.*?SuiteReport.write.*?)^```").matcher(readme);
    assertThat(block.find()).as("a suite in grader/laboratory/README.md").isTrue();
    var file = Files.writeString(folder.resolve("Sines.java"), block.group(1));
    var said = folder.resolve("said.txt");
    var path = new StringBuilder(System.getProperty("java.class.path"));
    if (SuiteReport.class.getClassLoader() instanceof URLClassLoader own) {
      for (var url : own.getURLs()) {
        path.append(File.pathSeparator).append(Path.of(url.toURI()));
      }
    }
    var process =
        new ProcessBuilder(
                JAVA.toString(),
                "--add-modules=jdk.incubator.vector",
                "-Dtapeline.root=" + folder,
                "-cp",
                path.toString(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("the suite's end").isTrue();
    assertThat(said).content().contains("latency, µs", "accuracy", "energy, mJ", "page: ");
    assertThat(folder.resolve("grader/target/suite/sines-angles.html"))
        .content()
        .contains("<title>sines, angles</title>", "alt=\"Time, and its 95 % interval\"")
        .contains(
            "<title>Qualities</title>", "Raw data", "<h2>Machine</h2>", "Machines beside this one");
  }

  @Test
  void a_word_that_is_no_number_of_rounds_is_refused_by_the_rule() {
    assertThatThrownBy(() -> OptimizedDigits.main("x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rounds is a whole number from 1 to 1000, got x");
  }
}
