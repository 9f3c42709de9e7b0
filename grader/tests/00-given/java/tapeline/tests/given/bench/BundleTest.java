package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.report.Bundle;
import tapeline.bench.report.ComparisonFile;
import tapeline.bench.report.HtmlPage;
import tapeline.bench.stats.Sample;

class BundleTest {
  private static final SystemInfo MACHINE =
      new SystemInfo(
          "a <processor>",
          2,
          4,
          "L1 32 KiB",
          1L << 34,
          "Linux",
          "JVM 25",
          List.of(),
          "powersave",
          3);

  /// Ten pairs of processes in which B takes `ratio` times as long, to 1 %.
  private static ComparisonFile file(double ratio, long seed) {
    var random = new SplittableRandom(seed);
    var forks =
        IntStream.range(0, 10)
            .mapToObj(_ ->
                new Fork(times(1, random), times(ratio, random), 1.5, 16, 0, random.nextBoolean()))
            .toList();
    return ComparisonFile.of(
        new Comparison("plain", "tiled & \"packed\"", forks, 0.05),
        Conditions.cpu("matmul (64,64)·(64,64)", "float32", 1),
        seed,
        "1a2b3c4",
        MACHINE,
        "2026-11-21T12:00:00Z");
  }

  private static Sample times(double level, SplittableRandom random) {
    double own = level * (1 + 0.005 * random.nextGaussian());
    return Sample.of(
        IntStream.range(0, 100)
            .mapToDouble(_ -> 100 * own * (1 + 0.01 * random.nextDouble()))
            .toArray());
  }

  @Test
  void what_is_read_is_what_was_written(@TempDir Path folder) throws IOException {
    var file = file(0.5, 1);
    var zip = folder.resolve("bundle.zip");
    Bundle.write(zip, file);
    var read = Bundle.read(zip);
    assertThat(read.toJson()).isEqualTo(file.toJson());
    assertThat(read.comparison()).hasToString(file.comparison().toString());
    try (var entries = new ZipFile(zip.toFile())) {
      var csv = new String(entries.getInputStream(entries.getEntry("times.csv")).readAllBytes());
      assertThat(csv.lines()).hasSize(1 + 10 * 2 * 100);
      assertThat(csv).contains("\n9,\"tiled & \"\"packed\"\"\",99,");
      assertThat(entries.getEntry("report.html")).isNotNull();
    }
  }

  @Test
  void machines_agree_when_their_intervals_overlap() {
    assertThat(Bundle.agree(file(0.5, 1), file(0.5, 2))).isTrue();
    assertThat(Bundle.agree(file(0.5, 1), file(0.6, 3))).isFalse();
    assertThat(Bundle.agree(file(0.6, 3), file(0.5, 1))).isFalse();
  }

  @Test
  void a_zip_without_a_comparison_is_refused(@TempDir Path folder) throws IOException {
    var zip = folder.resolve("other.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.finish();
    }
    assertThatThrownBy(() -> Bundle.read(zip))
        .hasMessageStartingWith("a bundle has a comparison.json, got none in");
    assertThatThrownBy(() -> ComparisonFile.fromJson("{\"a\": 5}"))
        .hasMessageStartingWith("this is no comparison");
  }

  @Test
  void the_page_says_the_verdict_and_warns() {
    var page = HtmlPage.of(file(0.5, 1));
    assertThat(page)
        .contains("tiled &amp; &quot;packed&quot; beside plain")
        .contains("<p class=\"verdict FASTER\">1.99× as fast")
        .contains("a &lt;processor>", "1a2b3c4", "16 and 0")
        .contains("the clock is governed for &quot;powersave&quot;")
        .contains("other programs are at work: 3.0 of 4 processors")
        .doesNotContain("<script", "http://", "https://", "NaN", "Infinity");
    assertThat(HtmlPage.of(file(1, 4))).contains("undecided", "no proof that both are equal");
  }
}
