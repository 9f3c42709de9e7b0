package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.generate.Mirror;

/// Submissions that share more text than all were given.
final class SimilarityReport {
  private SimilarityReport() {}

  /// Writes `similarity.csv`, and JPlag's own report as `similarity.jplag`, into the folder of the
  /// marks.
  ///
  /// @return a line that says so, or why not
  static String write(Course course, Selection selection, Path folder) throws IOException {
    var given = folder.resolve("given");
    for (var part : selection.parts()) {
      var prefix = "modules/" + part.module().name() + "/";
      var exercises = part.module().exercises();
      for (var file : Mirror.of(course, part.module()).entrySet()) {
        var name = file.getKey().substring(prefix.length());
        if (name.endsWith(".java") && exercises.stream().anyMatch(e -> e.file().equals(name))) {
          var copy = given.resolve(name);
          Files.createDirectories(copy.getParent());
          Files.write(copy, file.getValue());
        }
      }
    }
    try {
      var sources = folder.resolve("sources");
      var found = Similarity.of(sources, given, folder.resolve("similarity.jplag"));
      ResultStore.replace(folder.resolve("similarity.csv"), Similarity.csv(found.pairs()));
      return "similarity: %s, the most alike first%s"
          .formatted(
              folder.resolve("similarity.csv"),
              found.unread().isEmpty()
                  ? ""
                  : "; not compared, look at them: " + String.join(", ", found.unread()));
    } catch (IOException e) {
      return "no similarity report: " + e.getMessage();
    }
  }
}
