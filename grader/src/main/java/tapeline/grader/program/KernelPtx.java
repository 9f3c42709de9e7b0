package tapeline.grader.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Disk;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Workers;

/// The PTX that is committed beside kernels in CUDA C: with it the reference and its mutants are
/// graded on a machine that has no CUDA compiler.
///
/// The kernels of a folder of resources have theirs in the folder `ptx` there, the mutants of a
/// module's kernels in `grader/tests/NN-name/ptx`.
public final class KernelPtx {
  private static final String PROGRAM = "tapeline.gpu.compiler.WriteKernelPtx";
  private static final String KERNEL = ".cu";

  private final Course course;

  public KernelPtx(Course course) {
    this.course = course;
  }

  /// What was found or done, a line each.
  ///
  /// @param sound whether all PTX is there that should be, and no other
  public record Report(boolean sound, List<String> lines) {}

  /// Makes the PTX of the kernels of `modules` that have changed; without a compiler it says so.
  public Report writeKernels(List<CourseModule> modules) {
    return run("write", kernels(modules));
  }

  /// Makes the PTX of the mutants' kernels.
  public Report writeMutants(List<CourseModule> modules) {
    return run("write", mutants(modules));
  }

  /// Looks for kernels and mutants' kernels without PTX, and the other way round.
  public Report check(List<CourseModule> modules) {
    var all = new LinkedHashMap<>(kernels(modules));
    all.putAll(mutants(modules));
    return run("check", all);
  }

  /// Folders of kernels by the folders of their PTX.
  private Map<Path, Path> kernels(List<CourseModule> modules) {
    var folders = new LinkedHashMap<Path, Path>();
    modules.stream()
        .flatMap(m -> Stream.of(course.solution(m).resolve("src/main/java"), tests(m)))
        .flatMap(java -> Course.files(Course.resources(java), KernelPtx::isKernel).stream())
        .forEach(file -> folders.put(file.resolveSibling("ptx"), folder(file)));
    return folders;
  }

  private static Path folder(Path file) {
    return Objects.requireNonNull(file.getParent(), "a kernel lies in a folder");
  }

  private Path tests(CourseModule module) {
    return course.tests(module).resolve("java");
  }

  private static boolean isKernel(Path file) {
    return file.toString().endsWith(KERNEL);
  }

  /// Writes each mutant's whole file into a folder of its own; these by the folders of their PTX.
  private Map<Path, Path> mutants(List<CourseModule> modules) {
    var folders = new LinkedHashMap<Path, Path>();
    for (var module : modules) {
      var to = course.tests(module).resolve("ptx");
      var from = course.target().resolve("course/mutant-kernels").resolve(module.name());
      Course.files(from, _ -> true).forEach(file -> file.toFile().delete());
      for (var e : module.exercises()) {
        if (e.file().endsWith(KERNEL)) {
          writeMutants(module, e, from);
        }
      }
      if (Files.isDirectory(from) || Files.isDirectory(to)) {
        folders.put(to, from);
      }
    }
    return folders;
  }

  private void writeMutants(CourseModule module, Exercise exercise, Path from) {
    var file = course.solution(module).resolve(exercise.file());
    var source = MarkedSource.parse(file.toString(), Course.read(file));
    var mutants = Brief.of(course, exercise).mutants();
    for (int i = 0; i < mutants.size(); i++) {
      var text = source.with(Map.of(exercise.id(), mutants.get(i).body()));
      Disk.write(from.resolve(exercise.id() + "-" + i).resolve(file.getFileName()), text);
    }
  }

  private Report run(String what, Map<Path, Path> folders) {
    if (folders.isEmpty()) {
      return new Report(true, List.of());
    }
    var path = new ArrayList<Path>();
    try {
      path.addAll(new Modules(course).given());
    } catch (IllegalStateException e) {
      return new Report(false, List.of("no PTX: " + e.getMessage()));
    }
    path.addAll(Workers.libraries());
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", Jvm.NATIVE_ACCESS));
    command.addAll(
        List.of(
            "-cp",
            path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
            PROGRAM,
            what));
    folders.forEach((to, from) -> {
      command.add(course.root().relativize(to).toString());
      command.add(course.root().relativize(from).toString());
    });
    return run(command);
  }

  private Report run(List<String> command) {
    try {
      var process =
          new ProcessBuilder(command)
              .directory(course.root().toFile())
              .redirectErrorStream(true)
              .start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Report(process.waitFor() == 0, said.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + PROGRAM, e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Report(false, List.of("interrupted"));
    }
  }
}
