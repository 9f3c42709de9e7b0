package tapeline.grader.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tapeline.grader.generate.Disk;
import tapeline.grader.result.Grades;

/// The reports that go to files.
public final class Reports {
  /// The reports' folder, from the course's root.
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

  static void write(Path file, String text) throws IOException {
    try {
      Disk.write(file, text);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
