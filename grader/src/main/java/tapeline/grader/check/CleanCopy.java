package tapeline.grader.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tapeline.grader.course.Course;
import tapeline.grader.course.Lock;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// The checkout as a clone would have it: what git tracks or would add, and no build output.
///
/// @param folder a temporary folder with blanks in its name, gone after [#close]
record CleanCopy(Path folder) implements AutoCloseable {

  /// A new copy.
  static CleanCopy of(Course course) throws IOException, InterruptedException {
    var copy = Files.createTempDirectory("tapeline clean ");
    var git =
        new ProcessBuilder("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
            .directory(course.root().toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var names = new String(git.getInputStream().readAllBytes(), UTF_8);
    if (git.waitFor() != 0) {
      throw new IllegalStateException("git ls-files failed: is this a git checkout?");
    }
    for (var name : names.split("\0", -1)) {
      var file = course.root().resolve(name);
      if (Files.isRegularFile(file)) {
        var target = copy.resolve(name);
        Files.createDirectories(target.getParent());
        Files.copy(
            file, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return new CleanCopy(copy);
  }

  /// Copies the checkout's classes of solutions and tests here, once they are compiled there.
  void takeClasses(Course course) throws IOException {
    try (var workers = new Workers(new Jvm(course, 1))) {
      course.modules().forEach(m -> workers.testClassPath(course, m));
    }
    var classes = course.target().resolve("course");
    try (var _ = Lock.on(course.target().resolve("build.lock"))) {
      for (var file : Course.files(classes, p -> !p.startsWith(classes.resolve("given")))) {
        var target = folder.resolve(course.root().relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /// Deletes the copy, but for what a process that was started in it still writes.
  @Override
  public void close() {
    WholeFolder.delete(folder);
  }
}
