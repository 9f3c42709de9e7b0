package tapeline.laboratory.roofline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A measurement in a JVM of its own: with flags that are set when a JVM starts, and with memory
/// whose pages no other measurement had.
final class OwnJvm {
  private OwnJvm() {}

  /// The last line that the class's `main` prints, in a JVM with these flags.
  ///
  /// @throws IllegalStateException when it fails, with its first line
  static String said(Class<?> main, List<String> flags, Object... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-XX:+UseSerialGC", "--add-modules=jdk.incubator.vector"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (var argument : arguments) command.add(argument.toString());
    var child = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (child.onExit().join().exitValue() != 0) {
      throw new IllegalStateException(
          "%s measured nothing: %s"
              .formatted(main.getSimpleName(), said.lines().findFirst().orElse("it said nothing")));
    }
    return said.lines().toList().getLast();
  }
}
