package tapeline.grader.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.run.Workers;

/// The trainings of modules: what their classes with a `main` print, on the learner's classes or on
/// the reference's.
public final class Train {
  private static final Pattern MAIN = Pattern.compile("(?m)^  (?:public )?static void main\\(");

  private final Course course;
  private final Workers workers;
  private final PrintStream out;

  public Train(Course course, Workers workers, PrintStream out) {
    this.course = course;
    this.workers = workers;
    this.out = out;
  }

  /// Runs the trainings of `modules`, one after the other; whether there were any and all of them
  /// came to their ends.
  public boolean run(List<CourseModule> modules, boolean reference) {
    var training = modules.stream().filter(m -> !trainings(main(m, true)).isEmpty()).toList();
    if (training.isEmpty()) {
      out.println("nothing to train: no class of these modules has a main");
      return false;
    }
    boolean ended = true;
    for (var module : training) {
      try {
        ended &= run(module, reference);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return ended;
  }

  private boolean run(CourseModule module, boolean reference) throws IOException {
    var main = main(module, reference);
    var folder = Files.createDirectories(course.target().resolve("train"));
    var classes = folder.resolve("classes");
    var below = workers.testClassPath(course, module);
    var errors = workers.compile(Course.javaFiles(main), below, classes);
    if (!errors.isEmpty()) {
      out.println("the module does not compile: " + errors.getFirst());
      return false;
    }
    var path = new ArrayList<Path>();
    path.add(classes);
    path.addAll(below);
    path.addAll(Workers.libraries());
    out.print(Bench.machine(module, reference));
    boolean ended = true;
    for (var file : trainings(main)) {
      ended &= java(name(main.relativize(file)), path, folder.resolve("errors.log"));
    }
    return ended;
  }

  private Path main(CourseModule module, boolean reference) {
    var given = reference ? course.solution(module) : course.learner(module);
    return given.resolve("src/main/java");
  }

  private static List<Path> trainings(Path main) {
    return Course.javaFiles(main).stream()
        .filter(file -> MAIN.matcher(Course.read(file)).find())
        .toList();
  }

  private static String name(Path file) {
    return file.toString().replaceAll("\\.java$", "").replaceAll("[/\\\\]", ".");
  }

  /// Runs a class in a JVM of its own, and hands on what it prints, line by line.
  private boolean java(String type, List<Path> classPath, Path log) throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Dstdout.encoding=UTF-8",
                "-Dtapeline.root=" + course.root(),
                "-cp",
                classPath.stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator)),
                type)
            .redirectError(log.toFile())
            .start();
    out.println();
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      lines
          .lines()
          .forEach(line -> {
            out.println(line);
            out.flush();
          });
      boolean ended = process.waitFor() == 0;
      if (!ended) {
        out.println(type + " failed: " + reason(log));
      }
      return ended;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The message of the exception that ended the training.
  private static String reason(Path log) throws IOException {
    var first = Files.readAllLines(log).stream().findFirst().orElse("");
    return first.replaceFirst("^Exception in thread \"main\" \\S+: ", "");
  }
}
