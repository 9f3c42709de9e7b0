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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Disk;
import tapeline.grader.run.Classes;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Modules;

/// The PTX that is committed: with it the reference and its mutants are graded on a machine that
/// has no CUDA compiler. That of all modules' kernels, and of the kernels in their tests, lies in
/// one archive of `00-gpu`; that of the mutants of a module's kernels in `grader/tests/NN-name`.
public final class KernelPtx {
  private static final String PROGRAM = "tapeline.gpu.compiler.WriteKernelPtx";
  private static final String ARCHIVE =
      "modules/00-gpu/src/main/resources/tapeline/gpu/compiler/course-ptx.zip";
  private static final String KERNEL = ".cu";

  private final Course course;

  public KernelPtx(Course course) {
    this.course = course;
  }

  /// The result of a check or of a compilation, a line for each finding.
  ///
  /// @param sound whether all PTX is there that should be, and no other
  public record Report(boolean sound, List<String> lines) {}

  /// Makes the PTX of the modules' kernels that have changed; without a compiler it says so.
  public Report writeKernels() {
    return run("write", kernels());
  }

  /// Makes the PTX of the mutants' kernels.
  public Report writeMutants(List<CourseModule> modules) {
    return run("write", mutants(modules));
  }

  /// Looks for kernels and mutants' kernels without PTX, and the other way round.
  public Report check() {
    var all = new LinkedHashMap<>(kernels());
    all.putAll(mutants(course.modules()));
    return run("check", all);
  }

  /// Returns the archive with the PTX of a module's mutants.
  public static Path ofMutants(Course course, CourseModule module) {
    return course.tests(module).resolve("ptx.zip");
  }

  /// Folders of kernels by the archive of their PTX.
  private Map<Path, List<Path>> kernels() {
    var archive = course.root().resolve(ARCHIVE);
    var folders =
        course.modules().stream()
            .flatMap(m -> Stream.of(course.solution(m).resolve("src/main"), course.tests(m)))
            .map(folder -> folder.resolve("resources"))
            .filter(folder -> !Course.files(folder, KernelPtx::isKernel).isEmpty())
            .toList();
    return folders.isEmpty() && !Files.exists(archive) ? Map.of() : Map.of(archive, folders);
  }

  private static boolean isKernel(Path file) {
    return file.toString().endsWith(KERNEL);
  }

  /// Writes each mutant's whole file into a folder of its own; these by the archives of their PTX.
  private Map<Path, List<Path>> mutants(List<CourseModule> modules) {
    var folders = new LinkedHashMap<Path, List<Path>>();
    for (var module : modules) {
      var archive = ofMutants(course, module);
      var from = course.target().resolve("course/mutant-kernels").resolve(module.name());
      Course.files(from, _ -> true).forEach(file -> file.toFile().delete());
      for (var e : module.exercises()) {
        if (e.file().endsWith(KERNEL)) {
          writeMutants(module, e, from);
        }
      }
      if (Files.isDirectory(from) || Files.exists(archive)) {
        folders.put(archive, List.of(from));
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

  private Report run(String what, Map<Path, List<Path>> archives) {
    boolean sound = true;
    var lines = new ArrayList<String>();
    for (var archive : archives.entrySet()) {
      var report = run(what, archive.getKey(), archive.getValue());
      sound &= report.sound;
      lines.addAll(report.lines);
    }
    return new Report(sound, lines);
  }

  private Report run(String what, Path archive, List<Path> folders) {
    var path = new ArrayList<Path>();
    try {
      path.addAll(new Modules(course).given());
    } catch (IllegalStateException e) {
      return new Report(false, List.of("no PTX: " + e.getMessage()));
    }
    path.addAll(Classes.libraries());
    var command = new ArrayList<String>();
    command.add(Jvm.java().toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", Jvm.NATIVE_ACCESS));
    command.addAll(
        List.of(
            "-cp",
            path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
            PROGRAM,
            what,
            course.root().relativize(archive).toString()));
    folders.forEach(folder -> command.add(course.root().relativize(folder).toString()));
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
