package tapeline.grader.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.run.Jvm;

/// A process that runs some groups of checks, one after the other: what crashes in it costs no
/// other group.
///
/// It prints a line of JSON for each [GroupResult]; its other lines are its log. It ends when its
/// standard input does, so that none outlives the process that started it.
final class CheckProcess {
  private static final String RESULT = "{\"group\":";
  private static final ObjectMapper JSON = new ObjectMapper();

  private CheckProcess() {}

  /// Started by [#run].
  ///
  /// @param args the course's root; the groups, with commas; the modules' numbers, with commas
  public static void main(String[] args) throws IOException {
    var results = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    System.setOut(System.err);
    Thread.ofPlatform().daemon().start(CheckProcess::endWithTheOther);
    var course = Course.at(Path.of(args[0]));
    var modules =
        Arrays.stream(args[2].split(",", -1)).map(n -> course.module(Integer.parseInt(n))).toList();
    var log = System.err;
    try (var checks = new Checks(course, modules, log)) {
      for (var group : args[1].split(",", -1)) {
        var result = checks.result(checks.group(group));
        results.println("\n" + JSON.writeValueAsString(result));
      }
    }
    Runtime.getRuntime().halt(0);
  }

  private static void endWithTheOther() {
    try {
      System.in.transferTo(PrintStream.nullOutputStream());
    } catch (IOException _) {
      // The other process is gone.
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    Runtime.getRuntime().halt(1);
  }

  /// Runs groups in a new process, and hands on each result when it is there; what it logged last
  /// when it ends before its time, else an empty text.
  static String run(
      Course course,
      List<CheckGroup> groups,
      List<CourseModule> modules,
      Consumer<GroupResult> results)
      throws IOException, InterruptedException {
    var folder = Files.createDirectories(course.target().resolve("check"));
    var log = folder.resolve(groups.getFirst().process() + ".log");
    int missing = groups.size();
    var process =
        new ProcessBuilder(command(course, groups, modules)).redirectError(log.toFile()).start();
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(RESULT)) {
          missing--;
          results.accept(JSON.readValue(line, GroupResult.class));
        }
      }
    } finally {
      process.getOutputStream().close(); // ends it, if it has not ended
    }
    int code = process.waitFor();
    return code == 0 && missing == 0
        ? ""
        : "ended with %d%s:\n%s"
            .formatted(
                code, code == 0 ? " before all of its groups had run" : "", Course.read(log));
  }

  /// The command for a process in which the course's code can run.
  static List<String> command(Course course, List<CheckGroup> groups, List<CourseModule> modules) {
    var command = java(course, Jvm.java(), CheckProcess.class);
    command.add(course.root().toString());
    command.add(groups.stream().map(CheckGroup::name).collect(Collectors.joining(",")));
    command.add(modules.stream().map(m -> "" + m.number()).collect(Collectors.joining(",")));
    return command;
  }

  /// The beginning of the command for a process in which `main` can run the course's code.
  static List<String> java(Course course, Path java, Class<?> main) {
    var command = new ArrayList<>(List.of(java.toString()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(course.jdkFlags(course.modules()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return command;
  }
}
