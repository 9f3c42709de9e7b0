package tapeline.grader.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tapeline.grader.result.Grades;

/// The reports that go to files.
public final class Reports {
  /// Where they go, from the course's root.
  public static final String FOLDER = "grader/target/grades";

  /// See [JsonReport].
  public static final String JSON = "grades.json";

  /// See [JUnitXmlReport].
  public static final String XML = "grades.xml";

  /// See [HtmlReport].
  public static final String HTML = "grades.html";

  private Reports() {}

  /// Writes [#JSON], [#XML] and [#HTML] into `folder`, which is made if need be. A reader sees each
  /// file as it was or as it will be, never half of it.
  ///
  /// @throws IOException when a file cannot be written; what stood there before stays
  public static void writeAll(Grades grades, Path folder) throws IOException {
    Files.createDirectories(folder);
    write(folder.resolve(JSON), JsonReport.render(grades));
    write(folder.resolve(XML), JUnitXmlReport.render(grades));
    write(folder.resolve(HTML), HtmlReport.render(grades));
  }

  /// Renders and throws away, so that [#writeAll] finds its classes loaded.
  public static void rehearse(Grades grades) {
    if (JsonReport.render(grades).isEmpty()
        || JUnitXmlReport.render(grades).isEmpty()
        || HtmlReport.render(grades).isEmpty()) {
      throw new IllegalStateException("a report is never empty");
    }
  }

  /// Replaces the file in one step: writes a neighbour, then renames it.
  static void write(Path file, String text) throws IOException {
    long pid = ProcessHandle.current().pid();
    var neighbour = file.resolveSibling(file.getFileName() + "." + pid + ".tmp");
    try {
      Files.write(neighbour, text.getBytes(StandardCharsets.UTF_8));
      try {
        Files.move(neighbour, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(neighbour, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(neighbour);
    }
  }
}
