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
/// order of one class path, module path and list of modules alone. It is kept beside what it was
/// made of.
///
/// @param folder with three caches: of cells without the JDK's vectors and with them, and of
///   compilers
record CellArchive(Path folder) {
  private static final String CACHE = "cells.aot";
  private static final String VECTORS_CACHE = "vectors.aot";
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
    OpenFolder.toWrite(folder);
    make(runtime, sandbox, user, false);
    make(runtime, sandbox, user, true);
    CompilerCell.archive(sandbox, runtime.runnerJar(), user, LIMITS, folder);
    OpenFolder.toRead(folder);
  }

  private void make(SealedRuntime runtime, Sandbox sandbox, int user, boolean vectors)
      throws IOException, InterruptedException {
    var tests = warmUp();
    var command = TestCell.command(runtime, sandbox, tests, vectors, List.of());
    command.add(1, "-XX:AOTCacheOutput=/archive/" + cache(vectors));
    // The JVM starts another one, which writes the cache.
    var cell =
        TestCell.bare(runtime, tests)
            .writes(folder, "/archive")
            .runs(command)
            .startsPrograms(Map.of());
    var running =
        new GuardedProcess(
            sandbox.process(cell, LIMITS, user), LIMIT_SECONDS * 1000, GuardedProcess.ANY_OUTPUT);
    try (running) {
      var tags = List.of(ExerciseId.parse("01.1"));
      var talk = new Conversation(tags, LIMIT_SECONDS * 1000, LIMITS);
      var ran = talk.in(running, tests).size();
      running.deadlineIn(LIMIT_SECONDS * 1000);
      boolean ended = running.ends();
      if (talk.lost() || !ended || !Files.exists(folder.resolve(cache(vectors)))) {
        throw new IllegalStateException(
            "the archive of classes for cells was not written (%d tests ran)".formatted(ran));
      }
    }
    WholeFolder.delete(tests.folder());
  }

  /// The tests that it is made by.
  private TestSet warmUp() throws IOException {
    var name = CellWarmUp.class.getName();
    var file = name.replace('.', '/') + ".class";
    var classes = folder.resolve("classes");
    var copy = classes.resolve(file);
    Files.createDirectories(copy.getParent());
    try (var in = Objects.requireNonNull(CellArchive.class.getResourceAsStream("/" + file))) {
      Files.copy(in, copy);
    }
    var sealed = TestSet.sealed(folder.resolve("tests"), List.of(classes));
    WholeFolder.delete(classes);
    return new TestSet(sealed.folder(), List.of(name));
  }

  /// The flags of a cell of tests that is shown the folder as `/archive`.
  ///
  /// @param vectors whether it runs with the JDK's vectors
  static List<String> flags(boolean vectors) {
    return Jvm.cacheFlags(Path.of("/archive", cache(vectors)));
  }

  private static String cache(boolean vectors) {
    return vectors ? VECTORS_CACHE : CACHE;
  }
}
