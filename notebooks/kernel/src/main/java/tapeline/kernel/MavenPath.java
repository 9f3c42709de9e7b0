package tapeline.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.ScratchFolder;

/// The jars of libraries and of what they need, found by the learner's own Maven, with its mirrors
/// and its local repository.
final class MavenPath {
  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
  private static final Pattern PART =
      Pattern.compile("<(dependency|repository)>.*?</\\1>", Pattern.DOTALL);
  private static final String ERROR = "[ERROR] ";

  /// Makes Maven's JVM start sooner, where the learner has set no options for it: it ends before an
  /// optimising compiler repays its work.
  private static final String SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private MavenPath() {}

  /// @param coordinates `group:artifact:version` each, with a classifier behind it, or in front of
  ///   the version the type, or type and classifier, as IJava has it
  /// @param repositories addresses beside Maven's own
  static List<Path> of(List<String> coordinates, List<String> repositories)
      throws IOException, InterruptedException {
    for (var c : coordinates) {
      if (!c.matches("[\\w.-]+(:[\\w.+-]+){2,4}|[\\w.-]+(:[\\w.-]+){2}::[\\w.+-]+")) {
        throw new IllegalArgumentException(
            "%maven takes group:artifact:version or group:artifact:version:classifier, got " + c);
      }
    }
    var dependencies =
        coordinates.stream()
            .map(c -> c.split(":"))
            .map(MavenPath::dependency)
            .collect(Collectors.joining());
    return jars(String.join(" ", coordinates), project(dependencies, repositories));
  }

  /// @param pom a project, or its `<dependency>` and `<repository>` elements alone
  static List<Path> ofPom(String pom, List<String> repositories)
      throws IOException, InterruptedException {
    if (pom.contains("<project")) {
      return jars("what the pom lists", pom);
    }
    var parts =
        PART.matcher(pom)
            .results()
            .collect(
                Collectors.groupingBy(
                    m -> m.group(1), Collectors.mapping(MatchResult::group, Collectors.joining())));
    if (!parts.containsKey("dependency")) {
      throw new IllegalArgumentException("%loadFromPOM takes a pom with a <dependency>, got none");
    }
    return jars(
        "what the pom lists",
        project(parts.get("dependency"), repositories)
            .replace("</repositories>", parts.getOrDefault("repository", "") + "</repositories>"));
  }

  private static List<Path> jars(String what, String pom) throws IOException, InterruptedException {
    try (var folder = ScratchFolder.of("maven")) {
      return jars(what, Files.writeString(folder.path().resolve("pom.xml"), pom), folder.path());
    }
  }

  private static List<Path> jars(String what, Path pom, Path folder)
      throws IOException, InterruptedException {
    var output = folder.resolve("path");
    var log = folder.resolve("log");
    var command =
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
            .redirectOutput(log.toFile());
    command.environment().putIfAbsent("MAVEN_OPTS", SHORT_RUN);
    var process = command.start();
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(failure(what, Files.readAllLines(log)));
      }
    } finally {
      process.destroy();
    }
    return Arrays.stream(Files.readString(output).strip().split(File.pathSeparator))
        .filter(p -> !p.isBlank()) // of a library that is a pom, nothing
        .map(Path::of)
        .toList();
  }

  /// The first error that Maven reports; those that follow are about Maven.
  private static String failure(String what, List<String> log) {
    var said =
        log.stream()
            .filter(l -> l.contains(ERROR))
            .map(l -> l.substring(l.indexOf(ERROR) + ERROR.length()).replace(" -> [Help 1]", ""))
            .findFirst()
            .orElse("Maven says nothing more.");
    return "%%maven could not get %s\n%s".formatted(what, said);
  }

  private static String project(String dependencies, List<String> repositories) {
    var others =
        IntStream.range(0, repositories.size())
            .mapToObj(i ->
                "<repository><id>r%d</id><url>%s</url></repository>"
                    .formatted(i, HtmlText.escape(repositories.get(i))))
            .collect(Collectors.joining());
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>notebook</groupId><artifactId>notebook</artifactId><version>1</version>
      <repositories>%s</repositories>
      <dependencies>%s</dependencies>
    </project>
    """
        .formatted(others, dependencies);
  }

  private static String dependency(String[] c) {
    boolean classifierLast = c.length == 4 && Character.isDigit(c[2].charAt(0));
    var type = c.length == 3 || classifierLast ? "" : c[2];
    var classifier = classifierLast ? c[3] : c.length == 5 ? c[3] : "";
    return """
    <dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s%s</dependency>
    """
        .formatted(
            c[0],
            c[1],
            classifierLast ? c[2] : c[c.length - 1],
            type.isEmpty() ? "" : "<type>" + type + "</type>",
            classifier.isEmpty() ? "" : "<classifier>" + classifier + "</classifier>");
  }
}
