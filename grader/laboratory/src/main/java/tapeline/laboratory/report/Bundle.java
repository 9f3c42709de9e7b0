package tapeline.laboratory.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import tapeline.laboratory.packing.PackedProgram;

/// A zip from which a reader can check a report, and make its comparisons again: their JSON, the
/// raw times as tables for any program, the report, the programs that were compared, and the
/// harness. It is a program itself: `java -jar bundle.zip` is [Rerun].
public final class Bundle {
  private static final String JSON = "comparison.json";
  private static final String MANIFEST =
      "Manifest-Version: 1.0\r\nMain-Class: "
          + Rerun.class.getName()
          + "\r\nMulti-Release: true\r\nEnable-Native-Access: ALL-UNNAMED\r\n\r\n";

  private Bundle() {}

  /// Writes a bundle.
  ///
  /// @param programs those that the report compares, in any order
  /// @throws IllegalArgumentException when one of them is missing
  public static void write(Path zip, Report report, Collection<PackedProgram> programs)
      throws IOException {
    var files = new TreeMap<>(PackedProgram.whole(Rerun.class).files());
    var byHash =
        programs.stream().collect(Collectors.toMap(PackedProgram::hash, p -> p, (p, _) -> p));
    int n = 0;
    for (var file : report.comparisons()) {
      n++;
      files.put(n + "/" + JSON, file.toJson().getBytes(UTF_8));
      files.put(n + "/times.csv", csv(file).getBytes(UTF_8));
      for (var side : List.of(file.a(), file.b())) {
        var program = byHash.get(side.program());
        if (program == null) {
          throw new IllegalArgumentException(
              "a bundle holds the programs that it compares, and that of %s is missing"
                  .formatted(side.name()));
        }
        files.put(jar(side.program()), program.jar());
      }
    }
    files.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(UTF_8));
    files.put("README.txt", readme(zip).getBytes(UTF_8));
    files.put("report.html", ReportPage.of(report).getBytes(UTF_8));
    Files.write(zip, PackedProgram.jar(files));
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

  private static String jar(String hash) {
    return "programs/" + hash + ".jar";
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
    for (int i = 0; i < times.length; i++) {
      text.append(fork).append(",\"").append(side.replace("\"", "\"\"")).append("\",");
      text.append(i).append(',').append(times[i]).append('\n');
    }
  }

  /// The comparisons of a bundle, in the order of its report.
  ///
  /// @throws IllegalArgumentException when there is none in it
  public static List<ComparisonFile> read(Path zip) throws IOException {
    var found = new ArrayList<ComparisonFile>();
    try (var file = new ZipFile(zip.toFile(), UTF_8)) {
      for (int n = 1; file.getEntry(n + "/" + JSON) != null; n++) {
        var bytes = file.getInputStream(file.getEntry(n + "/" + JSON)).readAllBytes();
        found.add(ComparisonFile.fromJson(new String(bytes, UTF_8)));
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "a bundle has a 1/%s, got none in %s".formatted(JSON, zip));
    }
    return found;
  }

  /// The program of one side.
  ///
  /// @throws IllegalArgumentException when it is not in the bundle, or is another one by now
  static PackedProgram program(Path zip, ComparisonFile.Entrant side) throws IOException {
    try (var file = new ZipFile(zip.toFile(), UTF_8)) {
      var entry = file.getEntry(jar(side.program()));
      if (entry == null) {
        throw new IllegalArgumentException(
            "%s cannot be run again: its program, %s, is not in %s"
                .formatted(side.name(), jar(side.program()), zip));
      }
      var program = PackedProgram.read(file.getInputStream(entry));
      if (!program.hash().equals(side.program())) {
        throw new IllegalArgumentException(
            "%s is not what was measured: its program in %s was changed, and has the hash %s"
                .formatted(side.name(), zip, program.hash()));
      }
      return program;
    }
  }

  /// Whether two measurements say the same of their programs: their intervals of the speed-up,
  /// ratios that no machine's speed is in, overlap.
  public static boolean agree(ComparisonFile one, ComparisonFile other) {
    var first = one.comparison().interval();
    var second = other.comparison().interval();
    return first.low() <= second.high() && second.low() <= first.high();
  }
}
