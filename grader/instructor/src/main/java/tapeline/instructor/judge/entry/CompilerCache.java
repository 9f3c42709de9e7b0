package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tapeline.toolkit.ScratchFolder;

/// The compiler's classes, linked ahead of time (JEP 483): with them `javac` takes half as much
/// processor time for an entry.
///
/// It is made once a process, from a source of our own, when so many entries have been compiled
/// that more are likely: making it costs as much as compiling some eight.
final class CompilerCache {
  private static final int WORTH_IT = 5; // entries
  private static final int SECONDS = 120;

  /// What a cell's compiler is told of it: of the recorded profiles (JEP 515), on which the
  /// compilers of JDK 25.0.3 can crash, it makes no use.
  static final List<String> FLAGS =
      List.of("-J-XX:+UnlockDiagnosticVMOptions", "-J-XX:-AOTReplayTraining");

  private static final String SOURCE =
      """
      import java.util.*;
      import java.util.stream.*;

      public final class Entry implements tapeline.competition.Contestant {
        record Part(int from, int to) {}

        private final Map<Integer, float[]> known = new HashMap<>();

        @Override
        public float[] answer(float[][] input) {
          var part = new Part(0, input.length);
          float[] sums = new float[part.to()];
          for (int i = part.from(); i < part.to(); i++) {
            for (float x : input[i]) {
              sums[i] = Math.fma(x, x, sums[i]);
            }
          }
          var text = switch (sums.length) { case 0 -> "none"; default -> "some " + sums.length; };
          known.computeIfAbsent(text.hashCode(), _ -> sums);
          return IntStream.range(0, 9).mapToObj(i -> i).toList().isEmpty() ? new float[0] : sums;
        }
      }
      """;

  private static int compiled;
  private static Optional<Path> made = Optional.empty();

  private CompilerCache() {}

  /// The cache, if there is one by now. It may be read by anybody.
  ///
  /// @param command how a cell's compiler is started, without class path and sources
  static synchronized Optional<Path> find(List<String> command, Path course) throws IOException {
    if (compiled++ == WORTH_IT) {
      made = make(command, course);
    }
    return made;
  }

  private static Optional<Path> make(List<String> command, Path course) throws IOException {
    var folder = ScratchFolder.of("javac").untilTheEnd().path();
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    var cache = folder.resolve("javac.aot");
    var source = Files.writeString(folder.resolve("Entry.java"), SOURCE);
    var words = folder.resolve("javac.txt");
    var line = new ArrayList<>(command);
    line.set(0, Path.of(System.getProperty("java.home"), "bin", "javac").toString());
    line.addAll(
        List.of(
            "-J-XX:AOTCacheOutput=" + cache,
            "-cp",
            course.toString(),
            "-d",
            folder.toString(),
            source.toString()));
    var process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(words.toFile()).start();
    try {
      // A compiler that cannot make one, or not in time, is as good without.
      boolean inTime = process.waitFor(SECONDS, TimeUnit.SECONDS);
      return inTime && process.exitValue() == 0 && Files.isRegularFile(cache)
          ? Optional.of(cache)
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the compiler's cache was made", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
