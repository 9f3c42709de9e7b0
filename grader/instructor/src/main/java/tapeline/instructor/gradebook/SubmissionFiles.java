package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Selection;
import tapeline.toolkit.ScratchFolder;

/// The files that are kept of each submission: its result, the page with what was found, what
/// hidden tests said, and the exercises' files.
final class SubmissionFiles {
  private final Path folder;
  private final Selection selection;
  private final ResultStore store;

  SubmissionFiles(Path folder, Selection selection) {
    this.folder = folder;
    this.selection = selection;
    store = new ResultStore(folder.resolve("results"));
  }

  /// Returns the result that was found for this key; empty when there is none, or none of this key.
  Optional<StudentResult> result(String id, String key) throws IOException {
    return key.isEmpty() ? Optional.empty() : store.read(id, key);
  }

  /// Keeps all that was found of a submission, the result last: where that is, the others are.
  ///
  /// @param withheld for the instructor alone, and so apart from the page
  /// @param submission its folder; null where nothing of it was graded
  void keep(StudentResult result, String page, String withheld, @Nullable Path submission)
      throws IOException {
    var id = result.id();
    ResultStore.replace(FeedbackPages.found(folder, id), page);
    var report = folder.resolve("withheld").resolve(ResultStore.name(id) + ".txt");
    if (withheld.isEmpty()) {
      Files.deleteIfExists(report);
    } else {
      ResultStore.replace(report, withheld);
    }
    var sources = folder.resolve("sources").resolve(ResultStore.name(id));
    ScratchFolder.delete(sources);
    if (submission != null) {
      keepSources(submission, sources);
    }
    store.write(result);
  }

  /// Keeps the exercises' files, to be compared with each other's.
  private void keepSources(Path submission, Path sources) throws IOException {
    for (var part : selection.parts()) {
      var files = part.module().exercises().stream().map(e -> e.file()).distinct().toList();
      for (var name : files) {
        var file = submission.resolve(part.module().name()).resolve(name);
        if (name.endsWith(".java") && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          var copy = sources.resolve(name);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  /// Deletes the page of a submission on which the grader failed: what it says is out of date.
  void deletePage(String id) {
    ResultStore.delete(FeedbackPages.found(folder, id));
  }
}
