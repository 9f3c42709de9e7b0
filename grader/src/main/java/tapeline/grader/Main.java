package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tapeline.grader.course.Course;

/// Started by Maven in the phase `test`: does what the options say, and leaves its exit code in
/// `grader/target/exit-code`.
///
/// 0: everything asked for passed; 1: something did not, or the request was wrong.
public final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException {
    var out = standardOutput();
    int code = 1;
    try {
      code = run(Options.parse(args), out);
    } catch (IllegalArgumentException | IllegalStateException e) {
      out.println(e.getMessage());
    } finally {
      out.flush();
      leave(Path.of(args[0].substring("root=".length())), code);
    }
    Runtime.getRuntime().halt(code);
  }

  private static void leave(Path root, int code) throws IOException {
    var file = root.resolve("grader/target/exit-code");
    Files.createDirectories(file.getParent());
    Files.writeString(file, code + "\n");
  }

  private static int run(Options options, PrintStream out) throws IOException {
    var root = options.get("root");
    if (root == null) {
      throw new IllegalArgumentException("the option root is missing");
    }
    var course = Course.at(Path.of(root).toRealPath());
    for (var command : Command.values()) {
      if (options.on(command.option())) {
        return command.run(course, options, out) ? 0 : 1;
      }
    }
    return Command.GRADE.run(course, options, out) ? 0 : 1;
  }

  /// UTF-8 but on Windows, whose consoles say what they take: a bare Linux container has no locale
  /// and shows UTF-8 all the same.
  private static PrintStream standardOutput() {
    return System.getProperty("os.name", "").startsWith("Windows")
        ? System.out
        : new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
  }
}
