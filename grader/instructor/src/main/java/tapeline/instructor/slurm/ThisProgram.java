package tapeline.instructor.slurm;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// This very program as a command, for a process elsewhere that sees the same files.
public final class ThisProgram {
  private ThisProgram() {}

  /// The JVM, its flags and class path, the main class, and these words.
  public static List<String> with(Class<?> main, String... words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (var flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-agentlib") && !flag.startsWith("-javaagent")) {
        command.add(flag);
      }
    }
    var classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(p -> Path.of(p).toAbsolutePath().toString())
            .toList();
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), main.getName()));
    command.addAll(Arrays.asList(words));
    return command;
  }
}
