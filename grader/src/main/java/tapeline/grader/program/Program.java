package tapeline.grader.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// A public class of a module with a `main`, or a Java file with one.
///
/// @param type the class, or the file's path
/// @param about the first sentence of its comment
/// @param takesWords whether its `main` has a parameter
record Program(CourseModule module, String type, String about, boolean takesWords) {
  private static final Pattern PUBLIC =
      Pattern.compile("(?m)((?:^///.*\n)*)^public (?:final )?(?:class|record|enum|interface) ");
  private static final Pattern MAIN =
      Pattern.compile("(?m)^ +(?:public )?static void main\\((\\)?)");

  /// Returns the programs of `module`, whose sources lie in `main`, in the order of their files.
  static List<Program> of(CourseModule module, Path main) {
    return Stream.of(main, Course.givenBeside(main))
        .flatMap(folder ->
            Course.javaFiles(folder).stream()
                .map(file -> in(module, folder.relativize(file), Course.read(file))))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Program> in(CourseModule module, Path file, String source) {
    var found = PUBLIC.matcher(source);
    var main = MAIN.matcher(source);
    if (!found.find() || !main.find()) {
      return Optional.empty();
    }
    var type = file.toString().replaceAll("\\.java$", "").replaceAll("[/\\\\]", ".");
    var comment = found.group(1).replaceAll("\\s*///\\s*", " ").strip();
    return Optional.of(
        new Program(
            module,
            type,
            comment.replaceFirst("\\.( .*)?$|(?<=\\?) .*$", ""),
            main.group(1).isEmpty()));
  }

  /// Returns the program in a file, which Java itself compiles when it starts it.
  ///
  /// @throws IllegalArgumentException when there is no such file
  static Program inFile(CourseModule module, Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("there is no file " + file);
    }
    return new Program(module, file.toString(), "", true);
  }

  /// Returns the name of a class without its package, which is what the command line calls it, or
  /// that of a file.
  static String name(String type) {
    var last = String.valueOf(Path.of(type).getFileName()).replaceFirst("\\.java$", "");
    return last.substring(last.lastIndexOf('.') + 1);
  }

  String name() {
    return name(type);
  }
}
