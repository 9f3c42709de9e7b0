package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.run.CompileError;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.Limits;

/// javac in a cell: sources go in and class files come out, over a pipe.
///
/// It runs no code of a submission, so one cell compiles many of them; it sees no folder that it
/// may write to, and no submission's files.
final class CompilerCell implements AutoCloseable {
  private static final long LIMIT_MILLIS = 30_000;
  private static final Limits LIMITS = new Limits(1800, 4L << 30, 128, 1 << 20, 1 << 20, 256);
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Pattern CLASS = Pattern.compile("([\\w$-]+/)*[\\w$-]+\\.class");

  private final Site site;
  private List<Path> shown = List.of();
  private @Nullable GuardedProcess process;

  CompilerCell(Site site) {
    this.site = site;
  }

  /// Compiles `sources` into the folder `output`, whose earlier content is gone afterwards; returns
  /// the errors.
  List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output) {
    SealedRuntime.delete(output);
    var errors = new ArrayList<CompileError>();
    try {
      Files.createDirectories(output);
      if (sources.isEmpty()) {
        return errors;
      }
      var cell = ready(classPath);
      cell.deadlineIn(LIMIT_MILLIS);
      cell.wire().send(sources.stream().map(p -> p.getFileName().toString()).toList());
      cell.wire().send(sources.stream().map(Course::read).toList());
      for (var a = cell.wire().receive(); !a.getFirst().equals("done"); a = cell.wire().receive()) {
        if (a.getFirst().equals("class")) {
          write(output, a.get(1), Base64.getDecoder().decode(a.get(2)));
        } else {
          errors.add(error(sources, a));
        }
      }
      cell.deadlineIn(Long.MAX_VALUE / 2_000_000);
    } catch (IOException | RuntimeException e) {
      errors.add(
          new CompileError(
              sources.getFirst(), 1, 1, GuardedProcess.gone(process, LIMIT_MILLIS, e)));
      close();
    }
    return errors;
  }

  private static CompileError error(List<Path> sources, List<String> frame) {
    int source = Integer.parseInt(frame.get(1));
    return new CompileError(
        sources.get(Math.max(0, source)),
        source < 0 ? 1 : Integer.parseInt(frame.get(2)),
        source < 0 ? 1 : Integer.parseInt(frame.get(3)),
        frame.get(4));
  }

  private static void write(Path output, String name, byte[] bytes) throws IOException {
    if (!CLASS.matcher(name).matches()) {
      throw new IOException("a class file is named as its class, got " + name);
    }
    var file = output.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  /// The running process, with this class path.
  private GuardedProcess ready(List<Path> given) throws IOException {
    // Each submission has links of its own to the same classes.
    var classPath = new ArrayList<Path>();
    for (var path : given) {
      classPath.add(path.toRealPath());
    }
    var running = process;
    if (running != null && running.alive() && shown.equals(classPath)) {
      return running;
    }
    close();
    shown = List.copyOf(classPath);
    var room = site.room();
    var cell =
        Cell.of(
                JDK,
                "java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-Xss4m",
                "-Xshare:auto",
                "-cp",
                room.name(site.runtime().runnerJar(), "/runner/" + SealedRuntime.RUNNER),
                "tapeline.grader.worker.SourceCompiler")
            .reads(site.runtime().runner(), "/runner")
            .reads(site.runtime().libraries(), "/libraries")
            .reads(site.runtime().modules(), "/modules");
    var names = new ArrayList<String>();
    int n = 0;
    for (var path : classPath) {
      if (Files.isDirectory(path)) {
        cell = cell.reads(path, "/given/" + n);
        names.add(room.name(path, "/given/" + n++));
      } else {
        names.add(library(room, path.getFileName().toString()));
      }
    }
    var started = new GuardedProcess(room.process(cell, LIMITS, site.user()), LIMIT_MILLIS);
    process = started;
    started.wire().send(names);
    return started;
  }

  private String library(Room room, String jar) {
    var named = site.runtime().modules().resolve(jar);
    return Files.exists(named)
        ? room.name(named, "/modules/" + jar)
        : room.name(site.runtime().libraries().resolve(jar), "/libraries/" + jar);
  }

  @Override
  public void close() {
    var running = process;
    if (running != null) {
      running.close();
      process = null;
    }
  }
}
