package tapeline.grader.homework;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.sandbox.Cell;

/// The cell in which a module's tests run once: its Java, what it is shown, and its flags.
final class TestCell {
  private static final long START_MILLIS = 30_000;

  private TestCell() {}

  /// Starts one, which then waits for its orders.
  ///
  /// @param classPath what the tests run on, what was handed in first
  /// @param ptx a folder of PTX of the submission's kernels, or null
  static GuardedProcess start(
      Site site, Prepared module, TestSet tests, List<Path> classPath, @Nullable Path ptx)
      throws IOException {
    var room = site.room();
    var runtime = site.runtime();
    var cell =
        Cell.of(runtime.image(), "java")
            .reads(runtime.modules(), "/modules")
            .reads(runtime.runner(), "/runner")
            .reads(runtime.libraries(), "/libraries")
            .reads(tests.folder(), "/tests")
            .reads(site.data(), "/course/datasets");
    var names = new ArrayList<String>();
    int n = 0;
    // What was handed in comes last: it stands in nobody's place.
    for (var path : classPath.reversed()) {
      if (Files.exists(path)) {
        var real = path.toRealPath();
        cell = cell.reads(real, "/given/" + n);
        names.add(room.name(real, "/given/" + n++));
      }
    }
    for (var jar : Course.files(runtime.libraries(), _ -> true)) {
      names.add(names.size() - 1, room.name(jar, "/libraries/" + jar.getFileName()));
    }
    var kernels = new ArrayList<String>();
    for (var folder : ptx == null ? List.of(module.kernels().ptx()) : List.of(module.kernels().ptx(), ptx)) {
      var as = "/ptx/" + kernels.size();
      cell = cell.reads(folder, as);
      kernels.add(room.name(folder, as));
    }
    var separator = room instanceof Room.Open ? File.pathSeparator : ":";
    var course = room.name(site.data().resolveSibling("."), "/course");
    var command = new ArrayList<String>();
    command.add("java");
    command.addAll(
        List.of(
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
            "--illegal-native-access=deny",
            "-Djava.awt.headless=true",
            "-Dtapeline.root=" + course,
            "-Dtapeline.ptx=" + String.join(separator, kernels),
            "-Dtapeline.quiet=true",
            "-Dtapeline.seed=" + site.seed()));
    if (!module.computesForLong()) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.addAll(
        List.of(
            "--module-path",
            String.join(
                separator,
                room.name(runtime.modules(), "/modules"),
                room.name(runtime.runner(), "/runner"),
                room.name(tests.folder(), "/tests")),
            "--add-modules",
            SealedTests.MODULE + ",java.sql",
            "--add-reads",
            SealedTests.MODULE + "=ALL-UNNAMED",
            "-cp",
            String.join(separator, names),
            "-m",
            SealedRuntime.MODULE + "/tapeline.grader.worker.SealedWorker"));
    return new GuardedProcess(
        room.process(cell.runs(command), module.limits(), site.user() + 1), START_MILLIS);
  }
}
