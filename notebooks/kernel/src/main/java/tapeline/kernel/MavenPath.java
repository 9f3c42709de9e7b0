package tapeline.kernel;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The jars of libraries and of what they need, found by the student's own Maven, with its mirrors
/// and its local repository.
final class MavenPath {
  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

  private MavenPath() {}

  /// @param coordinates group:artifact:version each
  static List<Path> of(List<String> coordinates) throws Exception {
    var folder = Files.createTempDirectory("tapeline-maven");
    var pom = folder.resolve("pom.xml");
    var output = folder.resolve("path");
    Files.writeString(pom, pom(coordinates));
    var windows = System.getProperty("os.name", "").startsWith("Windows");
    var process =
        new ProcessBuilder(
                windows ? "mvn.cmd" : "mvn",
                "-q",
                "-B",
                "-f",
                pom.toString(),
                PLUGIN,
                "-DincludeScope=runtime",
                "-Dmdep.outputFile=" + output)
            .redirectErrorStream(true)
            .start();
    var said =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          said.lines()
              .filter(l -> l.contains("ERROR"))
              .limit(2)
              .collect(Collectors.joining("\n", "%maven could not get " + coordinates + "\n", "")));
    }
    return Arrays.stream(Files.readString(output).strip().split(File.pathSeparator))
        .map(Path::of)
        .toList();
  }

  private static String pom(List<String> coordinates) {
    var dependencies =
        coordinates.stream()
            .map(c -> c.split(":"))
            .map(c ->
                "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                    .formatted((Object[]) c))
            .collect(Collectors.joining());
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>notebook</groupId><artifactId>notebook</artifactId><version>1</version>
      <dependencies>%s</dependencies>
    </project>
    """
        .formatted(dependencies);
  }
}
