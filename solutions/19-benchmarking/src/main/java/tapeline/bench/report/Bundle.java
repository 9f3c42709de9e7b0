package tapeline.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// A zip from which a reader can check a comparison: its JSON, the raw times as a table for any
/// program, and the report.
public final class Bundle {
  private static final String JSON = "comparison.json";

  private Bundle() {}

  /// Writes a bundle.
  public static void write(Path zip, ComparisonFile file) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(zip), UTF_8)) {
      put(out, JSON, file.toJson());
      put(out, "times.csv", csv(file));
      put(out, "report.html", HtmlPage.of(file));
    }
  }

  private static void put(ZipOutputStream out, String name, String text) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(text.getBytes(UTF_8));
    out.closeEntry();
  }

  private static String csv(ComparisonFile file) {
    var text = new StringBuilder("fork,side,turn,nanoseconds\n");
    int fork = 0;
    for (var f : file.forks()) {
      rows(text, fork, file.a(), f.a());
      rows(text, fork, file.b(), f.b());
      fork++;
    }
    return text.toString();
  }

  private static void rows(StringBuilder text, int fork, String side, double... times) {
    for (int i = 0; i < times.length; i++) {
      text.append(fork).append(",\"").append(side.replace("\"", "\"\"")).append("\",");
      text.append(i).append(',').append(times[i]).append('\n');
    }
  }

  /// Reads a bundle.
  ///
  /// @throws IllegalArgumentException when there is no comparison in it
  public static ComparisonFile read(Path zip) throws IOException {
    try (var file = new ZipFile(zip.toFile(), UTF_8)) {
      var entry = file.getEntry(JSON);
      if (entry == null) {
        throw new IllegalArgumentException(
            "a bundle has a %s, got none in %s".formatted(JSON, zip));
      }
      return ComparisonFile.fromJson(new String(file.getInputStream(entry).readAllBytes(), UTF_8));
    }
  }

  /// Whether two bundles say the same of their programs: their intervals of the speed-up, ratios
  /// that no machine's speed is in, overlap.
  public static boolean agree(ComparisonFile one, ComparisonFile other) {
    var first = one.comparison().interval();
    var second = other.comparison().interval();
    return first.low() <= second.high() && second.low() <= first.high();
  }
}
