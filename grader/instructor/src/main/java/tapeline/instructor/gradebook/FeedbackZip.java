package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The feedback pages in one archive, by the names by which the platform takes feedback files back:
/// those of what was handed in.
final class FeedbackZip {
  private FeedbackZip() {}

  /// Writes `feedback.zip` into the folder of the marks.
  static Path write(Path folder, List<HandedIn> all) throws IOException {
    var zip = folder.resolve("feedback.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (var one : all) {
        var page = page(folder, one.student().id());
        if (Files.exists(page)) {
          out.putNextEntry(new ZipEntry(one.feedbackName()));
          Files.copy(page, out);
        }
      }
    }
    return zip;
  }

  /// Where a student's page lies.
  static Path page(Path folder, String id) {
    return folder.resolve("feedback").resolve(ResultStore.name(id) + ".html");
  }
}
