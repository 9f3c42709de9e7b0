package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A test in a JVM of its own, with flags that are set when a JVM starts.
public final class OtherJvm {
  private OtherJvm() {}

  /// The lines that the class's `main` prints for these words, in a JVM with this flag.
  public static List<String> lines(Class<?> main, String flag, String... words)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                flag,
                "--add-modules=jdk.incubator.vector",
                "-cp",
                classPath(main),
                main.getName()));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  private static String classPath(Class<?> main) {
    var folders = new ArrayList<URL>();
    if (main.getClassLoader() instanceof URLClassLoader tests) {
      folders.addAll(List.of(tests.getURLs()));
    }
    return Stream.concat(
            folders.stream().map(url -> Path.of(URI.create(url.toString())).toString()),
            Stream.of(System.getProperty("java.class.path")))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
