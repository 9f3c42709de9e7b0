package tapeline.instructor.board;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import tapeline.grader.run.Jvm;
import tapeline.toolkit.ScratchFolder;

/// The class path of [FakeInstructor] and an ahead-of-time cache of its classes (JEP 483), made
/// when the first one is started: a start takes half of the processor time, and tests need some
/// fifty.
///
/// @param classPath jars alone, as a cache takes no folders of classes
/// @param cache beside them, deleted when this JVM ends
record InstructorArchive(String classPath, Path cache) {
  /// Given to each process, and to the one that makes the cache.
  private static final List<String> FLAGS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");

  private static final class Once {
    private static final InstructorArchive ARCHIVE = made();
  }

  /// The command of a program that starts from it, to which the main class and its words are added.
  /// A cache that does not fit ends the program.
  static List<String> command() {
    var archive = Once.ARCHIVE;
    var command = new ArrayList<>(List.of(Jvm.java().toString(), "-XX:AOTMode=on"));
    command.addAll(Jvm.cacheFlags(archive.cache));
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", archive.classPath));
    return command;
  }

  private static InstructorArchive made() {
    try {
      var scratch = ScratchFolder.of("fake-instructor");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(scratch)));
      var folder = scratch.path();
      var made = new InstructorArchive(jars(folder), folder.resolve("classes.aot"));
      made.train(TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2")));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// This class path, its folders as jars.
  private static String jars(Path folder) {
    var jar = ToolProvider.findFirst("jar").orElseThrow();
    var path = new ArrayList<String>();
    for (var place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      var packed = folder.resolve(path.size() + ".jar").toString();
      if (!Files.isDirectory(Path.of(place))) {
        path.add(place);
      } else if (jar.run(System.out, System.err, "-c", "-f", packed, "-C", place, ".") == 0) {
        path.add(packed);
      } else {
        throw new IllegalStateException("jar cannot pack " + place);
      }
    }
    return String.join(File.pathSeparator, path);
  }

  /// In two steps: a JVM that does both hands itself the class path through a variable in which a
  /// folder must not have a blank.
  private void train(TestBoard board) throws IOException, InterruptedException {
    var recording = "-XX:AOTConfiguration=" + cache.resolveSibling("recording");
    run(
        List.of("-XX:AOTMode=record", recording),
        FakeInstructor.class.getName(),
        "leaderboard",
        "run",
        board.submissions().toString(),
        "--db",
        board.db());
    run(List.of("-XX:AOTMode=create", recording, "-XX:AOTCache=" + cache));
  }

  private void run(List<String> flags, String... main) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(Jvm.java().toString(), "-Xlog:disable"));
    command.addAll(flags);
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", classPath));
    command.addAll(List.of(main));
    var log = cache.resolveSibling("training.log");
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0) {
      throw new IOException("the training failed: " + Files.readString(log));
    }
  }

  private static void delete(ScratchFolder folder) {
    try {
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
