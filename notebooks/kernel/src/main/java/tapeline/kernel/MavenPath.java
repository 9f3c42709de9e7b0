package tapeline.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.toolkit.ScratchFolder;

/// The jars of libraries and of what they need, found by the learner's own Maven, with its mirrors
/// and its local repository.
final class MavenPath {
  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
  private static final String ERROR = "[ERROR] ";

  private MavenPath() {}

  /// @param coordinates group:artifact:version each
  static List<Path> of(List<String> coordinates) throws IOException, InterruptedException {
    for (var c : coordinates) {
      if (!c.matches("[\\w.-]+:[\\w.-]+:[\\w.-]+")) {
        throw new IllegalArgumentException("%maven takes group:artifact:version, got " + c);
      }
    }
    try (var folder = ScratchFolder.of("maven")) {
      return jars(coordinates, folder.path());
    }
  }

  private static List<Path> jars(List<String> coordinates, Path folder)
      throws IOException, InterruptedException {
    var pom = Files.writeString(folder.resolve("pom.xml"), pom(coordinates));
    var output = folder.resolve("path");
    var log = folder.resolve("log");
    var process =
        new ProcessBuilder(
                System.getProperty("os.name", "").startsWith("Windows") ? "mvn.cmd" : "mvn",
                "-q",
                "-B",
                "-f",
                pom.toString(),
                PLUGIN,
                "-DincludeScope=runtime",
                "-Dmdep.outputFile=" + output)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(failure(coordinates, Files.readAllLines(log)));
      }
    } finally {
      process.destroy();
    }
    return Arrays.stream(Files.readString(output).strip().split(File.pathSeparator))
        .map(Path::of)
        .toList();
  }

  /// What Maven says first; what follows is about Maven.
  private static String failure(List<String> coordinates, List<String> log) {
    var said =
        log.stream()
            .filter(l -> l.contains(ERROR))
            .map(l -> l.substring(l.indexOf(ERROR) + ERROR.length()).replace(" -> [Help 1]", ""))
            .findFirst()
            .orElse("Maven says nothing more.");
    return "%%maven could not get %s\n%s".formatted(String.join(" ", coordinates), said);
  }

  private static String pom(List<String> coordinates) {
    var dependencies =
        coordinates.stream()
            .map(c -> c.split(":"))
            .map(MavenPath::dependency)
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

  private static String dependency(String[] c) {
    return """
    <dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>
    """
        .formatted(c[0], c[1], c[2]);
  }
}
