package tapeline.grader.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.GeneratedHashes;
import tapeline.grader.generate.Mirror;

/// The files of modules and notebooks as the course has them, whatever a learner has made of them.
///
/// A module's files are made from its solution. Of a notebook there is a hash; the text is that
/// which has it, here or in a commit.
final class GivenFiles {
  private final Course course;
  private final GeneratedHashes hashes;
  private final Map<String, byte[]> modules = new HashMap<>();
  private final Map<String, Optional<byte[]>> found = new HashMap<>();

  GivenFiles(Course course) {
    this.course = course;
    this.hashes = GeneratedHashes.at(course.root());
    for (var module : course.modules()) {
      modules.putAll(Mirror.of(course, module));
    }
  }

  /// Whether the course has a file of this name.
  boolean holds(String path) {
    return modules.containsKey(path) || hashes.hash(path) != null;
  }

  /// The file's bytes; empty where the course has none, or git does not answer for a notebook that
  /// was changed.
  Optional<byte[]> bytes(String path) {
    return found.computeIfAbsent(path, this::find);
  }

  private Optional<byte[]> find(String path) {
    var module = modules.get(path);
    var hash = hashes.hash(path);
    if (module != null || hash == null) {
      return Optional.ofNullable(module);
    }
    var file = course.root().resolve(path);
    if (Files.exists(file) && isGiven(hash, Disk.read(file))) {
      return Optional.of(Disk.read(file));
    }
    var git = new Git(course.root());
    return git.tried("log", "--full-history", "--format=%H", "--", path)
        .out()
        .lines()
        .flatMap(commit -> git.text(commit, path).stream())
        .map(text -> text.getBytes(UTF_8))
        .filter(bytes -> isGiven(hash, bytes))
        .findFirst();
  }

  private static boolean isGiven(String hash, byte[] bytes) {
    return GeneratedHashes.sha256(bytes).equals(hash);
  }
}
