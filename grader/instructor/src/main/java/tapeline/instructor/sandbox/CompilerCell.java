package tapeline.instructor.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.run.CompileError;
import tapeline.grader.run.Jvm;
import tapeline.toolkit.ScratchFolder;

/// javac in a cell: sources go in and class files come out, over a pipe.
///
/// It runs no code of a submission, so one cell compiles many of them; it sees no folder that it
/// may write to, and no submission's files. It may start from an ahead-of-time cache of its
/// classes, [#archive].
public final class CompilerCell implements AutoCloseable {
  private static final Limits LIMITS = new Limits(1800, 4L << 30, 128, 1 << 20, 1 << 20, 256);
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String RUNNER = "/runner.jar";
  private static final String CACHE = "compiler.aot";
  private static final long ARCHIVE_MILLIS = 120_000;

  /// Compiled when the cache is made: what javac loads for this it loads for most.
  private static final String WARM_UP =
      """
      import java.util.List;
      import java.util.function.IntUnaryOperator;

      public final class WarmUp<T extends Comparable<T>> {
        enum Kind { FEW, MANY }

        record Pair<A>(A a, int[] b) implements Shape {}

        sealed interface Shape permits Pair {}

        private final List<T> all;

        WarmUp(List<T> all) {
          this.all = List.copyOf(all);
        }

        int sum(int[] values, Kind kind) {
          int sum = 0;
          for (int v : values) sum += switch (kind) { case FEW -> v; case MANY -> 2 * v; };
          IntUnaryOperator twice = x -> 2 * x;
          var text = "sum " + sum;
          Shape shape = new Pair<>(text, values);
          return shape instanceof Pair<?>(var a, var b) && a != null
              ? all.stream().mapToInt(Object::hashCode).map(twice).sum() + b.length
              : Math.max(sum, text.length());
        }
      }
      """;

  private static final Pattern CLASS =
      Pattern.compile("([\\w$-]+/)*+[\\w$-]++\\.class", Pattern.UNICODE_CHARACTER_CLASS);
  private static final int LONGEST_NAME = 200;

  private final Sandbox sandbox;
  private final Path runner;
  private final int user;
  private final List<String> options;
  private final long limitMillis;
  private final @Nullable Path archive;
  private List<Path> shown = List.of();
  private @Nullable GuardedProcess process;

  /// @param runner a jar with the grader's worker
  /// @param user see [Sandbox#process]
  /// @param options javac's
  /// @param limitMillis how long compiling may take
  /// @param archive the folder with its cache; null where there is none
  public CompilerCell(
      Sandbox sandbox,
      Path runner,
      int user,
      List<String> options,
      long limitMillis,
      @Nullable Path archive) {
    this.sandbox = sandbox;
    this.runner = runner;
    this.user = user;
    this.options = List.copyOf(options);
    this.limitMillis = limitMillis;
    this.archive = archive;
  }

  /// Writes the ahead-of-time cache (JEP 514) of compilers with this runner into `folder`, to which
  /// anybody may write.
  ///
  /// @throws IllegalStateException when it was not written
  public static void archive(Sandbox sandbox, Path runner, int user, Limits limits, Path folder)
      throws InterruptedException {
    var command = command(sandbox, runner);
    command.add(1, "-XX:AOTCacheOutput=/archive/" + CACHE);
    // The JVM starts another one, which writes the cache.
    var cell = cell(runner, command).writes(folder, "/archive").startsPrograms(Map.of());
    try (var compiler =
        new GuardedProcess(
            sandbox.process(cell, limits, user), ARCHIVE_MILLIS, GuardedProcess.ANY_OUTPUT)) {
      if (!compilesWarmUp(compiler, sandbox.name(runner, RUNNER))
          || !compiler.ends()
          || !Files.exists(folder.resolve(CACHE))) {
        throw new IllegalStateException(
            "the archive of the compiler's classes was not written: " + compiler.errors());
      }
    }
  }

  private static boolean compilesWarmUp(GuardedProcess compiler, String classPath) {
    try {
      compiler.awaitReady(List.of(List.of(classPath), List.of("-proc:none")));
      var wire = compiler.wire();
      wire.send(List.of("WarmUp.java"));
      wire.send(List.of(WARM_UP));
      boolean compiled = wire.receive().getFirst().equals("class");
      compiler.input().close(); // it answers to the end, and leaves
      compiler.output().transferTo(OutputStream.nullOutputStream());
      return compiled;
    } catch (IOException _) {
      return false;
    }
  }

  /// The flags of one that is shown the folder of its cache as `/archive`.
  public static List<String> cacheFlags() {
    return Jvm.cacheFlags(Path.of("/archive", CACHE));
  }

  /// Its command, to which flags can be added at 1.
  public static List<String> command(Sandbox sandbox, Path runner) {
    return new ArrayList<>(
        List.of(
            "java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xmx256m",
            "-Xss4m",
            "-Xlog:disable", // standard output is the wire
            "-XX:+DisplayVMOutputToStderr",
            "-cp",
            sandbox.name(runner, RUNNER),
            "tapeline.grader.worker.SourceCompiler"));
  }

  /// The cell of such a command.
  public static Cell cell(Path runner, List<String> command) {
    return Cell.of(JDK, "java").reads(runner, RUNNER).runs(command);
  }

  /// Compiles `sources` into the folder `output`, whose earlier content is gone afterwards; returns
  /// the errors.
  ///
  /// @param classPath folders and jars that any user may read
  /// @throws IllegalStateException when the compiler cannot be started, which is no fault of the
  ///   sources
  public List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output) {
    try {
      ScratchFolder.delete(output);
      Files.createDirectories(output);
      if (sources.isEmpty()) {
        return List.of();
      }
      var classes = new LinkedHashMap<String, byte[]>();
      var errors = compiled(sources, classPath, classes);
      for (var c : classes.entrySet()) {
        var file = output.resolve(c.getKey());
        Files.createDirectories(file.getParent());
        Files.write(file, c.getValue());
      }
      return errors;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write what was compiled: " + e, e);
    }
  }

  /// The errors; the classes go to `classes`. A compiler that has ended may have been killed, or
  /// have used its processor time up on other sources: a second one is asked.
  private List<CompileError> compiled(
      List<Path> sources, List<Path> classPath, Map<String, byte[]> classes) {
    var texts = sources.stream().map(Course::read).toList();
    var why = "";
    for (int i = 0; i < 2; i++) {
      try {
        return answer(sources, texts, classPath, classes);
      } catch (IOException | RuntimeException e) {
        why = gone(process, limitMillis, e);
        var lost = process;
        if (lost == null) {
          throw new IllegalStateException(why, e);
        }
        classes.clear();
        close();
        if (lost.overdue()) {
          break;
        }
      }
    }
    return List.of(new CompileError(sources.getFirst(), 1, 1, why));
  }

  private List<CompileError> answer(
      List<Path> sources, List<String> texts, List<Path> classPath, Map<String, byte[]> classes)
      throws IOException {
    var errors = new ArrayList<CompileError>();
    var cell = ready(classPath);
    cell.deadlineIn(limitMillis);
    cell.wire().send(sources.stream().map(p -> p.getFileName().toString()).toList());
    cell.wire().send(texts);
    for (var a = cell.wire().receive(); !a.getFirst().equals("done"); a = cell.wire().receive()) {
      if (a.getFirst().equals("class")) {
        classes.put(named(a.get(1)), Base64.getDecoder().decode(a.get(2)));
      } else {
        errors.add(error(sources, a));
      }
    }
    cell.noDeadline();
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

  private static String named(String file) throws IOException {
    if (file.getBytes(UTF_8).length > LONGEST_NAME || !CLASS.matcher(file).matches()) {
      throw new IOException(
          "a class file is named as its class, in %d bytes at most, got %s"
              .formatted(LONGEST_NAME, file));
    }
    return file;
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
    var command = command(sandbox, runner);
    var cell = cell(runner, command);
    if (archive != null) {
      command.addAll(1, cacheFlags());
      cell = cell.runs(command).reads(archive, "/archive");
    }
    var names = new ArrayList<String>();
    for (var path : classPath) {
      var as = "/given/" + names.size() + (Files.isDirectory(path) ? "" : ".jar");
      cell = cell.reads(path, as);
      names.add(sandbox.name(path, as));
    }
    var started =
        new GuardedProcess(
            sandbox.process(cell, LIMITS, user), limitMillis, GuardedProcess.ANY_OUTPUT);
    try {
      started.awaitReady(List.of(names, options));
    } catch (IOException e) {
      started.close();
      throw e;
    }
    process = started;
    return started;
  }

  /// Why a compiler gave no answer: it could not be started (null), took too long, or ended.
  public static String gone(@Nullable GuardedProcess compiler, long limitMillis, Exception e) {
    if (compiler == null) {
      return "the compiler could not be started: " + e.getMessage();
    }
    if (compiler.overdue()) {
      return "the compiler was ended after %d s, its limit in the sandbox"
          .formatted(limitMillis / 1000);
    }
    int code = compiler.exitCode();
    var errors = compiler.errors();
    return "the compiler ended on what it was given (exit code %d, %s)"
        .formatted(code, errors.isEmpty() ? e.getMessage() : errors);
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
