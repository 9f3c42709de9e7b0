package tapeline.instructor.homework;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.instructor.sandbox.Cell;
import tapeline.instructor.sandbox.GuardedProcess;
import tapeline.instructor.sandbox.Sandbox;

/// The cell in which a module's tests run once: its Java, what it is shown, and its flags.
final class TestCell {
  private static final long START_MILLIS = 30_000;

  private TestCell() {}

  /// Starts one, which then waits for its orders.
  ///
  /// @param classPath what the tests run on, what was handed in first
  /// @param ptx a folder of PTX of the submission's kernels, or null
  static GuardedProcess start(
      CellSetup site,
      PreparedModule module,
      TestSet tests,
      List<Path> classPath,
      @Nullable Path ptx)
      throws IOException {
    var cell = cell(site, module, tests, classPath, ptx);
    return new GuardedProcess(
        site.sandbox().process(cell, module.limits(), site.user() + 1),
        START_MILLIS,
        GuardedProcess.ANY_OUTPUT);
  }

  /// The cell that [#start] starts.
  static Cell cell(
      CellSetup site,
      PreparedModule module,
      TestSet tests,
      List<Path> classPath,
      @Nullable Path ptx)
      throws IOException {
    var sandbox = site.sandbox();
    var runtime = site.runtime();
    var cell = bare(runtime, tests).reads(site.data(), "/course/datasets");
    var given = new ArrayList<String>();
    // What was handed in comes last: it takes the place of no other class.
    for (var path : classPath.reversed()) {
      if (Files.exists(path)) {
        var real = path.toRealPath();
        var as = "/given/" + given.size();
        cell = cell.reads(real, as);
        given.add(sandbox.name(real, as));
      }
    }
    var kernels = new ArrayList<String>();
    var known = module.kernels().ptx();
    cell = cell.reads(known, "/ptx/0");
    kernels.add(
        sandbox.name(known.resolve(KnownKernels.ARCHIVE), "/ptx/0/" + KnownKernels.ARCHIVE));
    if (ptx != null) {
      cell = cell.reads(ptx, "/ptx/1");
      kernels.add(sandbox.name(ptx, "/ptx/1"));
    }
    var vectors = module.usesVectors();
    var command = command(runtime, sandbox, tests, vectors, given);
    var course = sandbox.name(site.data().resolveSibling("."), "/course");
    command.addAll(
        1,
        List.of(
            "-Dtapeline.root=" + course,
            "-Dtapeline.ptx=" + String.join(File.pathSeparator, kernels),
            "-Dtapeline.seed=" + site.seed()));
    if (!module.computesForLong()) {
      command.add(1, "-XX:TieredStopAtLevel=1");
    }
    var archive = site.archive();
    if (archive != null) {
      cell = cell.reads(archive.folder(), "/archive");
      command.addAll(1, CellArchive.flags(vectors));
    }
    return cell.runs(command);
  }

  /// The Java, the runner, JUnit, the libraries, and the tests.
  static Cell bare(SealedRuntime runtime, TestSet tests) {
    return Cell.of(runtime.image(), "java")
        .reads(runtime.modules(), "/modules")
        .reads(runtime.runner(), "/runner")
        .reads(runtime.libraries(), "/libraries")
        .reads(tests.folder(), "/tests");
  }

  /// The command, to which flags can be added at 1. The JVM is told of no module of tests: it would
  /// not take its modules from the [CellArchive], which was made by others.
  ///
  /// @param vectors whether the code uses the JDK's vectors: as they are an incubator module, the
  ///   JVM resolves its modules anew at each start, which takes 0.2 s of a processor
  /// @param given the class path behind the libraries
  static List<String> command(
      SealedRuntime runtime, Sandbox sandbox, TestSet tests, boolean vectors, List<String> given) {
    var modulePath = new ArrayList<String>();
    modulePath.add(sandbox.name(runtime.modules(), "/modules"));
    modulePath.add(sandbox.name(runtime.runnerJar(), "/runner/" + SealedRuntime.RUNNER));
    var added = new ArrayList<>(SealedTests.REQUIRED);
    added.addAll(JdkModules.ALL);
    if (vectors) {
      added.add(JdkModules.VECTORS);
    }
    var classPath = new ArrayList<String>();
    for (var jar : Course.files(runtime.libraries(), _ -> true)) {
      classPath.add(sandbox.name(jar, "/libraries/" + jar.getFileName()));
    }
    classPath.addAll(given);
    return new ArrayList<>(
        List.of(
            "java",
            "-XX:+UseSerialGC",
            "-Xmx1g",
            "-XX:CompressedClassSpaceSize=128m",
            "-XX:ReservedCodeCacheSize=96m",
            "-XX:+DisableAttachMechanism",
            "-XX:-UsePerfData",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+SuppressFatalErrorMessage",
            "-Xlog:disable",
            "-XX:+DisplayVMOutputToStderr",
            Disarmed.NO_NATIVE_ACCESS,
            "-Djava.awt.headless=true",
            "-Dtapeline.quiet=true",
            "--module-path",
            String.join(File.pathSeparator, modulePath),
            "--add-modules",
            String.join(",", added),
            "-cp",
            String.join(File.pathSeparator, classPath),
            "-m",
            SealedRuntime.MODULE + "/tapeline.grader.worker.SealedWorker",
            sandbox.name(tests.folder(), "/tests")));
  }
}
