package tapeline.instructor.gradebook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tapeline.grader.generate.Disk;
import tapeline.toolkit.Sha256;

/// A file a student with what was found: written beside and moved into place in one step, so that a
/// run that is killed at any moment leaves whole files or none.
final class ResultStore {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST = 100;

  private final Path folder;

  ResultStore(Path folder) {
    this.folder = folder;
  }

  /// The result that was found for this key; empty when there is none, or one of another key.
  Optional<StudentResult> read(String id, String key) throws IOException {
    return read(id).filter(result -> result.key().equals(key));
  }

  /// The result that was found last; empty when there is none, or an earlier version's.
  Optional<StudentResult> read(String id) throws IOException {
    var file = folder.resolve(name(id) + ".json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      var result = JSON.readValue(Files.readString(file), StudentResult.class);
      boolean whole = // else an earlier version's, of weaker rules
          result.changedGiven() != null
              && result.exercises() != null
              && result.exercises().stream().allMatch(e -> e.mistake() != null);
      return whole && result.id().equals(id) ? Optional.of(result) : Optional.empty();
    } catch (JsonProcessingException _) {
      return Optional.empty(); // somebody edited it: the submission is graded again
    }
  }

  void write(StudentResult result) throws IOException {
    var json = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(result);
    replace(folder.resolve(name(result.id()) + ".json"), json + "\n");
  }

  /// Replaces a file in one step. Half a surrogate pair, which UTF-8 has no bytes for, becomes `?`.
  static void replace(Path file, String text) throws IOException {
    try {
      Disk.write(file, text);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // which says why
    }
  }

  /// Deletes a file, if it is there and can be deleted.
  static void delete(Path file) {
    file.toFile().delete();
  }

  /// A file's name for an id that may be anything; no two ids have one.
  static String name(String id) {
    var plain = id.replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^\\.", "_");
    return plain.equals(id) && id.length() <= LONGEST
        ? id
        : plain.substring(0, Math.min(plain.length(), LONGEST))
            + "-"
            + Sha256.of(id).substring(0, 16);
  }
}
