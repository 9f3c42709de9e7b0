package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import tapeline.grader.course.Course;
import tapeline.grader.course.Reason;
import tapeline.grader.report.LinePrinter;
import tapeline.grader.report.TerminalWidth;
import tapeline.grader.run.LaunchRecord;
import tapeline.grader.worker.ParentProcess;

/// Started in the course's root by `./tapeline` or by Maven: does what the options say.
///
/// Exit code 0: everything asked for passed; 1: something did not, or the request was wrong; 75:
/// the grader was built earlier, as the property `tapeline.built` says, and has to be built anew.
public final class GraderMain {
  private static final int STALE = 75;

  private GraderMain() {}

  public static void main(String[] args) throws IOException {
    ParentProcess.endWithIt();
    Locale.setDefault(Locale.ROOT); // a decimal point in numbers, whatever the machine has
    var root = Path.of("").toRealPath();
    TerminalWidth.measure();
    boolean earlier = "earlier".equals(System.getProperty("tapeline.built"));
    int code =
        earlier && !new LaunchRecord(root).isFresh() ? STALE : run(root, standardOutput(), args);
    Runtime.getRuntime().halt(code);
  }

  /// Does what the options say, and returns the exit code.
  static int run(Path root, PrintStream out, String... args) {
    try {
      var options = Options.parse(args);
      var command =
          Arrays.stream(Command.values())
              .filter(c -> options.on(c.option()))
              .findFirst()
              .orElse(Command.GRADE);
      return command.run(Course.at(root), options, out) ? 0 : 1;
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      out.println(Reason.of(e));
      return 1;
    } finally {
      out.flush();
    }
  }

  /// UTF-8 but on Windows, whose consoles say what they take: a bare Linux container has no locale
  /// and shows UTF-8 all the same.
  private static PrintStream standardOutput() {
    return System.getProperty("os.name", "").startsWith("Windows")
        ? System.out
        : new LinePrinter(new FileOutputStream(FileDescriptor.out), UTF_8);
  }
}
