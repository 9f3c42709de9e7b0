package tapeline.notebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Generate;

/// The grader's small course of two modules, in a folder where it may be spoilt, and the answers of
/// the commands there.
final class NotebookCourse implements AutoCloseable {
  static final String COUNT = "modules/01-count/src/main/java/count/Count.java";

  final Path root;
  final FakeHost host = new FakeHost();
  final StringBuilder printed = new StringBuilder();
  Classroom room;

  private NotebookCourse(Path root) {
    this.root = root;
    room = room();
  }

  /// A fresh copy in `folder`, with nothing solved.
  static NotebookCourse in(Path folder) throws IOException {
    var project = project();
    copy(project.resolve("grader/src/test/course"), folder);
    var todo = "modules/00-toolkit/src/main/java/tapeline/toolkit/Todo.java";
    copy(project.resolve(todo), folder.resolve(todo));
    var support = "grader/tests/00-support";
    copy(project.resolve(support), folder.resolve(support));
    Files.createDirectories(folder.resolve("grader/target"));
    Generate.write(Course.at(folder.toRealPath()));
    return new NotebookCourse(folder.toRealPath());
  }

  /// Returns a course with a third module, whose exercises are kernels.
  static NotebookCourse withKernels(Path folder) throws IOException {
    copy(project().resolve("grader/src/test/kernels"), folder);
    return in(folder);
  }

  private static Path project() {
    for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.isDirectory(p.resolve("grader/src/test/course"))) {
        return p;
      }
    }
    throw new IllegalStateException("run the tests in the project's folder");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (var p : all.filter(Files::isRegularFile).toList()) {
        var target = to.resolve(from.relativize(p).toString());
        Files.createDirectories(target.getParent());
        Files.copy(p, target);
      }
    }
  }

  private Classroom room() {
    return new Classroom(root, host, line -> printed.append(line).append('\n'));
  }

  /// The kernel starts again: what it knew is gone, what is on disk stays.
  void restart() {
    room.close();
    room = room();
    host.folders = List.of();
  }

  String text(String file) {
    return Course.read(root.resolve(file));
  }

  void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  void edit(String file, String from, String to) throws IOException {
    var text = text(file);
    if (!text.contains(from)) {
      throw new AssertionError(file + " has no " + from);
    }
    write(file, text.replace(from, to));
  }

  /// The region of module 01 as the file has it.
  String region(String exercise) {
    return region(COUNT, exercise);
  }

  /// The region as a file has it.
  String region(String file, String exercise) {
    var bodies = MarkedSource.parse("file", text(file)).bodies();
    var id = ExerciseId.parse(exercise);
    return Map.copyOf(bodies).getOrDefault(id, "");
  }

  /// The answer of `%%exercise`, as plain text.
  String exercise(String arguments, String body) {
    return text(new ExerciseMagic(room).run(List.of(arguments.split(" ")), body));
  }

  String module(String arguments) {
    return text(new ModuleMagic(room).run(List.of(arguments.split(" ")), ""));
  }

  String pull(String exercise) {
    return text(new PullMagic(room).run(List.of(exercise), ""));
  }

  String reset(String what) {
    return text(new ResetMagic(room).run(List.of(what), ""));
  }

  static String text(DisplayData data) {
    return String.valueOf(data.getData(MIMEType.TEXT_PLAIN));
  }

  static String html(DisplayData data) {
    return String.valueOf(data.getData(MIMEType.TEXT_HTML));
  }

  @Override
  public void close() {
    room.close();
  }
}
