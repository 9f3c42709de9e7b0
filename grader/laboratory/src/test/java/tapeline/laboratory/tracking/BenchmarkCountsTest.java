package tapeline.laboratory.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The counts of the benchmarks of the modules 01 to 09 are those of `benchmark-counts.txt`, to the
/// last byte.
class BenchmarkCountsTest {
  private static final String KEPT = "benchmark-counts.txt";

  @Test
  void every_benchmark_counts_what_is_kept() throws Throwable {
    assumeTrue(
        ManagementFactory.getRuntimeMXBean()
            .getInputArguments()
            .contains("-XX:TieredStopAtLevel=1"),
        "bytes are counted where no compiler leaves out allocations, as in -Dcheck=laboratory");
    var folder = folder();
    var types = types(folder);
    assumeTrue(!types.isEmpty(), "the benchmarks are compiled by -Dcheck=laboratory alone");
    var lines = new ArrayList<>(List.of(BenchmarkCounts.HEAD));
    for (var type : types) {
      lines.addAll(BenchmarkCounts.lines(type));
    }
    var now = folder.resolveSibling(KEPT);
    Files.write(now, lines);
    assertThat(lines)
        .as(
            "what the benchmarks count; if the change is meant, copy %s to"
                + " grader/laboratory/src/test/resources",
            now)
        .containsExactlyElementsOf(Files.readAllLines(folder.resolve(KEPT)));
  }

  /// Returns the folder with the classes of the benchmarks, which is also this class's.
  private static Path folder() throws URISyntaxException {
    var source = BenchmarkCountsTest.class.getProtectionDomain().getCodeSource();
    return Path.of(source.getLocation().toURI());
  }

  private static List<Class<?>> types(Path folder) throws IOException, ClassNotFoundException {
    var types = new ArrayList<Class<?>>();
    try (var files = Files.walk(folder)) {
      for (var file :
          files.filter(f -> f.toString().endsWith("Benchmark.class")).sorted().toList()) {
        var name =
            folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
        var type = Class.forName(name.substring(0, name.length() - ".class".length()));
        if (BenchmarkCounts.isBenchmark(type)) {
          types.add(type);
        }
      }
    }
    return types;
  }
}
