package tapeline.bench.jmh;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import tapeline.toolkit.ClassFolder;

/// Runs JMH on a class of this JVM, which may have no file, as a notebook's have none.
public final class Jmh {
  private static final String PROCESSOR = "org.openjdk.jmh.generators.BenchmarkProcessor";
  private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow"; // JMH 1.37 uses it

  /// Gives a fork a small heap that stays in the caches, else an allocation's time is that of new
  /// pages, and has it wait for its compiler, else a busy machine measures code not yet compiled.
  private static final String STEADY = "-XX:+UseSerialGC -Xms64m -Xmx64m -Xmn8m -Xbatch";

  private Jmh() {}

  /// Runs the benchmarks of `type`, a top-level class, in JVMs of their own with these `flags`, as
  /// many as its `@Fork` says.
  ///
  /// @throws IllegalArgumentException when JMH can make no benchmarks of the class, with its words
  public static JmhResults run(Class<?> type, String... flags)
      throws IOException, InterruptedException {
    var folder = ClassFolder.of(type);
    var path = folder + File.pathSeparator + System.getProperty("java.class.path");
    generate(type, folder, path);
    var json = folder.resolve("results.json");
    jmh(type, path, json, flags);
    return JmhResults.read(Files.readString(json));
  }

  /// Adds the loops that call the benchmarks: JMH generates them when a compiler asks its
  /// annotation processor, which can be asked of compiled classes, too.
  private static void generate(Class<?> type, Path folder, String path) {
    var errors = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var options = List.of("-processor", PROCESSOR, "-cp", path, "-d", folder.toString());
    var names = List.of(type.getName());
    if (!compiler.getTask(errors, null, null, options, names, null).call()) {
      throw new IllegalArgumentException(
          "JMH makes no benchmark of %s: %s".formatted(type.getName(), errors));
    }
  }

  private static void jmh(Class<?> type, String path, Path json, String... flags)
      throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java, UNSAFE, "-Djmh.ignoreLock=true", "-cp", path));
    command.add("org.openjdk.jmh.Main");
    command.addAll(List.of(type.getName() + "\\.", "-foe", "true", "-tu", "ns"));
    command.addAll(
        List.of("-jvmArgsAppend", String.join(" ", UNSAFE, STEADY, String.join(" ", flags))));
    command.addAll(List.of("-rf", "json", "-rff", json.toString()));
    if (Boolean.getBoolean("tapeline.brief")) { // by a check that reads no time
      command.addAll(List.of("-w", "1ms", "-r", "1ms"));
    }
    var log = json.resolveSibling("jmh.log");
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("JMH failed: " + Files.readString(log));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
