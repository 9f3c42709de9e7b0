package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tapeline.instructor.judge.Defence;
import tapeline.instructor.judge.RuleBroken;

/// Compiles an entry's sources by `javac` in a cell, where no processor of annotations runs.
final class EntryCompiler {
  private static final int SECONDS = 60;
  private static final int HEAP_MIB = 256;
  private static final int MOST_SAID = 600;

  private final Workshop workshop;

  EntryCompiler(Workshop workshop) {
    this.workshop = workshop;
  }

  /// The folder of the classes.
  ///
  /// @throws RuleBroken with the compiler's words, when it does not compile
  Path compile(Path sources) throws IOException, RuleBroken {
    var classes = workshop.writableFolder("classes");
    var names = names(sources);
    var course = workshop.jars().course();
    var command =
        new ArrayList<>(
            List.of(
                "javac",
                "-J-Xmx%dm".formatted(HEAP_MIB),
                "-J-XX:+UseSerialGC",
                "-J-XX:TieredStopAtLevel=1",
                "-proc:none",
                "-g:none",
                "-nowarn",
                "-encoding",
                "UTF-8",
                "--add-modules",
                "jdk.incubator.vector"));
    var readable = new HashMap<>(Map.of("/course.jar", course, "/src", sources));
    CompilerCache.find(command, course)
        .ifPresent(cache -> {
          readable.put("/javac.aot", cache);
          command.add("-J-XX:AOTCache=" + workshop.seen("/javac.aot", cache));
          command.addAll(CompilerCache.FLAGS);
        });
    command.addAll(
        List.of(
            "-cp", workshop.seen("/course.jar", course), "-d", workshop.seen("/classes", classes)));
    for (var name : names) {
      command.add(workshop.seen("/src/" + name, sources.resolve(name)));
    }
    var process =
        workshop
            .process(command, readable, Map.of("/classes", classes), HEAP_MIB, SECONDS)
            .redirectErrorStream(true)
            .redirectOutput(workshop.folder().resolve("javac.txt").toFile())
            .start();
    process.getOutputStream().close();
    boolean inTime = waitFor(process);
    if (!inTime || process.exitValue() != 0) {
      throw RuleBroken.refused(
          Defence.COMPILER,
          inTime
              ? "it does not compile: " + said(workshop.folder().resolve("javac.txt"))
              : "compiling has %d s".formatted(SECONDS));
    }
    return classes;
  }

  private static boolean waitFor(Process process) throws IOException {
    try {
      return process.waitFor(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while an entry was compiled", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> names(Path sources) throws IOException, RuleBroken {
    if (!Files.isDirectory(sources)) {
      throw RuleBroken.refused(Defence.COMPILER, "there is no folder src with Java in it");
    }
    try (var files = Files.walk(sources)) {
      var names =
          files
              .filter(f -> Files.isRegularFile(f) && f.toString().endsWith(".java"))
              .map(f -> sources.relativize(f).toString().replace('\\', '/'))
              .sorted()
              .toList();
      if (names.isEmpty()) {
        throw RuleBroken.refused(Defence.COMPILER, "there is no Java in the folder src");
      }
      return names;
    }
  }

  private static String said(Path file) throws IOException {
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_SAID);
    }
    return new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
        .replace("/src/", "")
        .replaceAll("[\\p{Cntrl}\\s]+", " ")
        .strip();
  }
}
