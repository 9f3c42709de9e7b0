package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Lock;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.run.Jvm;
import tapeline.instructor.homework.warmup.CellWarmUp;
import tapeline.instructor.sandbox.CellJar;
import tapeline.instructor.sandbox.CompilerCell;
import tapeline.instructor.sandbox.GuardedProcess;
import tapeline.instructor.sandbox.Limits;
import tapeline.instructor.sandbox.OpenFolder;
import tapeline.instructor.sandbox.Sandbox;

/// The classes of Java, JUnit, AssertJ and the runner as a cell has them once its first tests have
/// run (an ahead-of-time cache, JEP 514), and those of javac once it has compiled. The cells of
/// tests and of compilers start from it, and cannot change it.
///
/// It is made once by tests and a source of ours in cells like any other, because a cache fits one
/// order of one class path and module path alone. It is kept beside what it was made of.
///
/// @param folder with both caches and the jar of the tests
record CellArchive(Path folder) {
  static final String MODULE = "tapeline.warmup";

  private static final String CACHE = "cells.aot";
  private static final String JAR = "warmup.jar";
  private static final long LIMIT_SECONDS = 120;
  private static final Limits LIMITS = new Limits(100, 8L << 30, 128, 128 << 20, 64 << 20, 256);

  /// The archive for cells in `place`. Null where it is not worth its while, in a folder that is
  /// not kept; where there are no walls, as a path has another name in each place there; and where
  /// it cannot be made, which is said on standard error: cells start a little later then.
  static @Nullable CellArchive of(WorkFolder place, SealedRuntime runtime, int user) {
    if (!place.sandbox().isWalled() || place.passing() != null) {
      return null;
    }
    var archive = new CellArchive(place.kept().resolve(runtime.archiveName()));
    try (var _ = Lock.on(place.kept().resolve("lock"))) {
      if (!Files.exists(archive.folder)) {
        var fresh = new CellArchive(SealedRuntime.fresh(archive.folder));
        fresh.make(runtime, place.sandbox(), user);
        Files.move(fresh.folder, archive.folder);
      }
      return archive;
    } catch (IOException | IllegalStateException e) {
      System.err.println("the sandbox starts without an archive of its classes: " + e.getMessage());
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void make(SealedRuntime runtime, Sandbox sandbox, int user)
      throws IOException, InterruptedException {
    packTests();
    OpenFolder.toWrite(folder);
    var command = TestCell.warmUp(runtime, sandbox);
    command.add(1, "-XX:AOTCacheOutput=/archive/" + CACHE);
    // The JVM starts another one, which writes the cache.
    var cell =
        TestCell.bare(runtime).writes(folder, "/archive").runs(command).startsPrograms(Map.of());
    var running =
        new GuardedProcess(
            sandbox.process(cell, LIMITS, user), LIMIT_SECONDS * 1000, GuardedProcess.ANY_OUTPUT);
    try (running) {
      var tags = List.of(ExerciseId.parse("01.1"));
      var talk = new Conversation(tags, LIMIT_SECONDS * 1000, LIMITS);
      var ran = talk.in(running, tests()).size();
      running.deadlineIn(LIMIT_SECONDS * 1000);
      boolean ended = running.ends();
      if (talk.lost() || !ended || !Files.exists(folder.resolve(CACHE))) {
        throw new IllegalStateException(
            "the archive of classes for cells was not written (%d tests ran)".formatted(ran));
      }
    }
    CompilerCell.archive(sandbox, runtime.runnerJar(), user, LIMITS, folder);
    OpenFolder.toRead(folder);
  }

  private void packTests() throws IOException {
    var name = CellWarmUp.class.getName().replace('.', '/') + ".class";
    var classes = folder.resolve("classes");
    var file = classes.resolve(name);
    Files.createDirectories(file.getParent());
    try (var in = Objects.requireNonNull(CellArchive.class.getResourceAsStream("/" + name))) {
      Files.copy(in, file);
    }
    var sealed = folder.resolve("sealed");
    SealedTests.into(sealed, MODULE, List.of(classes));
    // Only what is in jars can be archived.
    CellJar.write(folder.resolve(JAR), List.of(sealed), _ -> true, Map.of());
    WholeFolder.delete(classes);
    WholeFolder.delete(sealed);
  }

  /// The tests that it was made by, which are in its jar alone.
  TestSet tests() {
    return new TestSet(folder, List.of(CellWarmUp.class.getName()));
  }

  /// The flags of a cell of tests that is shown the folder as `/archive`.
  static List<String> flags() {
    return Jvm.cacheFlags(Path.of("/archive", CACHE));
  }

  /// The jar of the tests that it was made by, which stays on the module path.
  static String jar() {
    return "/archive/" + JAR;
  }
}
