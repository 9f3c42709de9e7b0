package tapeline.laboratory.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tapeline.laboratory.packing.PackedProgram;

/// A zip from which a reader can check a report, and make its comparisons again: their JSON, the
/// raw times as tables for any program, the report, the programs that were compared, and the
/// harness. It is a program itself: `java -jar bundle.zip` is [Rerun].
public final class Bundle {
  private static final String JSON = "/comparison.json";
  private static final String MANIFEST =
      "Manifest-Version: 1.0\r\nMain-Class: "
          + Rerun.class.getName()
          + "\r\nMulti-Release: true\r\nEnable-Native-Access: ALL-UNNAMED\r\n\r\n";

  private Bundle() {}

  /// Writes a bundle.
  ///
  /// @param experiments those that the report compares
  public static void write(Path zip, Report report, List<Experiment> experiments)
      throws IOException {
    var files = new TreeMap<>(PackedProgram.whole(Rerun.class).files());
    int n = 0;
    for (var e : experiments) {
      n++;
      files.put(n + JSON, e.file().toJson().getBytes(UTF_8));
      files.put(n + "/times.csv", csv(e.file()).getBytes(UTF_8));
      files.put(jar(e.file().a()), e.a().jar());
      files.put(jar(e.file().b()), e.b().jar());
    }
    files.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(UTF_8));
    files.put("README.txt", readme(zip).getBytes(UTF_8));
    files.put("report.html", ReportPage.of(report).getBytes(UTF_8));
    new PackedProgram(files).write(zip);
  }

  private static String jar(ComparisonFile.Entrant side) {
    return "programs/" + side.program() + ".jar";
  }

  private static String csv(ComparisonFile file) {
    var text = new StringBuilder("fork,side,turn,nanoseconds\n");
    int fork = 0;
    for (var f : file.forks()) {
      rows(text, fork, file.a().name(), f.a());
      rows(text, fork, file.b().name(), f.b());
      fork++;
    }
    return text.toString();
  }

  private static void rows(StringBuilder text, int fork, String side, double... times) {
    // A spreadsheet would take a name that begins so for a formula.
    var name = (side.matches("(?s)\\s*[=+@-].*") ? "'" : "") + side.replace("\"", "\"\"");
    for (int i = 0; i < times.length; i++) {
      text.append(String.format(Locale.ROOT, "%d,\"%s\",%d,%s\n", fork, name, i, times[i]));
    }
  }

  private static String readme(Path zip) {
    return """
    Comparisons of programs, and all that is needed to make them again.

      java -jar %s

    with a JDK 25 or newer runs the programs that were compared, by the same plan and with the
    same seeds, on your machine. It says whether your intervals and these overlap, and writes
    its own report, rerun.html.

    report.html          what was measured, for people
    N/comparison.json    comparison N: conditions, plan, seed, machine, all raw times
    N/times.csv          the raw times once more, as a table
    programs/            the programs by the SHA-256 of their files
    everything else      the harness, as classes
    """
        .formatted(zip.getFileName());
  }

  /// The experiments of a bundle, in the order of its report.
  ///
  /// @throws IllegalArgumentException when there is none in it, or a program is missing, or another
  ///   one than was measured
  public static List<Experiment> read(Path zip) throws IOException {
    var files = PackedProgram.read(zip).files();
    var found = new ArrayList<Experiment>();
    for (int n = 1; files.containsKey(n + JSON); n++) {
      var file = ComparisonFile.fromJson(new String(files.get(n + JSON), UTF_8));
      found.add(new Experiment(file, program(files, file.a()), program(files, file.b())));
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("a bundle has a 1%s, got none in %s".formatted(JSON, zip));
    }
    return found;
  }

  private static PackedProgram program(Map<String, byte[]> files, ComparisonFile.Entrant side)
      throws IOException {
    var jar = files.get(jar(side));
    if (jar == null) {
      throw new IllegalArgumentException(
          "%s cannot be run again: its program, %s, is not in the bundle"
              .formatted(side.name(), jar(side)));
    }
    var program = PackedProgram.read(new ByteArrayInputStream(jar));
    if (!program.hash().equals(side.program())) {
      throw new IllegalArgumentException(
          "%s is not what was measured: its program was changed, and has the hash %s"
              .formatted(side.name(), program.hash()));
    }
    return program;
  }
}
