package tapeline.instructor.homework;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.CompilerCell;
import tapeline.instructor.sandbox.GuardedProcess;
import tapeline.instructor.sandbox.Limits;

/// The course's CUDA compiler in a cell: a kernel goes in and PTX comes out, over a pipe.
///
/// It sees this machine's compilers and no file of anybody's; it may start processes, as `nvcc`
/// consists of several programs. One cell compiles kernels of one submission alone.
final class KernelCell implements AutoCloseable {
  private static final long LIMIT_MILLIS = 30_000;
  private static final int MOST_PTX = 4 << 20;
  private static final Limits LIMITS = new Limits(40, 6L << 30, 128, 64 << 20, 96 << 20, 256);
  private static final Pattern PTX = Pattern.compile("[\\w.-]+-[0-9a-f]{12}\\.ptx");

  private final CellSetup site;
  private final List<Path> given;
  private final long limitMillis;
  private @Nullable GuardedProcess process;

  /// @param given the given folders' classes, whose `KernelLibrary` it is that compiles
  KernelCell(CellSetup site, List<Path> given) {
    this(site, given, LIMIT_MILLIS);
  }

  /// @param limitMillis how long a kernel may take to compile
  KernelCell(CellSetup site, List<Path> given, long limitMillis) {
    this.site = site;
    this.given = given;
    this.limitMillis = limitMillis;
  }

  /// The cell's answer about a kernel.
  sealed interface Answer {}

  /// It compiles.
  ///
  /// @param file the name by which the toolkit finds it in a folder of `-Dtapeline.ptx`
  record Compiled(String file, String ptx) implements Answer {}

  /// It does not.
  ///
  /// @param line of the kernel; −1 where none is known
  /// @param says what the compiler says, or how it ended
  record Broken(int line, String says) implements Answer {}

  /// It has not been tried: there is no compiler, or nothing to compile yet.
  record Untried(String why) implements Answer {}

  /// Compiles a kernel.
  ///
  /// @param name in the folder of classes, as `cuda/softmax.cu`
  /// @throws IllegalStateException when the compiler cannot be started
  Answer compile(String name, String text) {
    var file = name.substring(name.lastIndexOf('/') + 1);
    try {
      var cell = ready();
      cell.deadlineIn(limitMillis);
      cell.wire().send(List.of(name, text));
      var answer = cell.wire().receive();
      cell.deadlineIn(limitMillis);
      return switch (answer.getFirst()) {
        case "ptx" -> compiled(file, answer.get(1), answer.get(2));
        case "error" -> new Broken(Integer.parseInt(answer.get(1)), answer.get(2));
        default -> new Untried(answer.get(1));
      };
    } catch (IOException | RuntimeException e) {
      var gone = file + ": " + CompilerCell.gone(process, limitMillis, e);
      if (process == null) {
        throw new IllegalStateException(gone, e); // no fault of the kernel
      }
      close();
      return new Broken(-1, gone);
    }
  }

  /// Returns whether the last kernel left it alive.
  boolean alive() {
    return process != null;
  }

  private static Answer compiled(String kernel, String file, String ptx) throws IOException {
    if (!PTX.matcher(file).matches()) {
      throw new IOException("PTX is named for its kernel, got " + file);
    }
    return ptx.length() <= MOST_PTX
        ? new Compiled(file, ptx)
        : new Broken(
            -1,
            "%s: its PTX has %,d characters, and may have %,d in the sandbox"
                .formatted(kernel, ptx.length(), MOST_PTX));
  }

  private GuardedProcess ready() throws IOException {
    var running = process;
    if (running != null && running.alive()) {
      return running;
    }
    close();
    var runtime = site.runtime();
    var sandbox = site.sandbox();
    var classPath = new ArrayList<String>();
    classPath.add(sandbox.name(runtime.runnerJar(), "/runner/" + SealedRuntime.RUNNER));
    for (var folder : given) {
      classPath.add(sandbox.name(folder.toRealPath(), inCell(folder)));
    }
    var cell =
        site.compilers()
            .in(
                Cell.of(
                        runtime.image(),
                        "java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xmx256m",
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dtapeline.quiet=true",
                        "-Dtapeline.download=no",
                        "-Dtapeline.cache=/cache",
                        "-Djava.io.tmpdir=/tmp",
                        "-cp",
                        String.join(File.pathSeparator, classPath),
                        "tapeline.grader.worker.KernelCompiling")
                    .reads(runtime.runner(), "/runner"));
    for (var folder : given) {
      cell = cell.reads(folder.toRealPath(), inCell(folder));
    }
    var started =
        new GuardedProcess(
            sandbox.process(cell, LIMITS, site.user() + 1),
            LIMIT_MILLIS,
            GuardedProcess.ANY_OUTPUT);
    try {
      started.awaitReady(List.of());
    } catch (IOException e) {
      started.close();
      throw e;
    }
    process = started;
    return started;
  }

  private static String inCell(Path given) {
    return "/given/" + given.getFileName();
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
