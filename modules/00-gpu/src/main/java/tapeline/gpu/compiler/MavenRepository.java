package tapeline.gpu.compiler;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// Where the Maven of this machine fetches libraries from: the address in the environment variable
/// `TAPELINE_MAVEN`, or the mirror in Maven's settings, the user's and then the machine's, or the
/// address that comes with Maven.
final class MavenRepository {
  private MavenRepository() {}

  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern MIRROR = Pattern.compile("(?s)<mirror>.*?</mirror>");
  private static final Pattern OF = Pattern.compile("<mirrorOf>\\s*(.*?)\\s*</mirrorOf>");
  private static final Pattern URL = Pattern.compile("<url>\\s*([^<\\s]+)\\s*</url>");

  /// @throws IOException when there is no Maven to learn it from
  static URI find() throws IOException {
    var given = System.getenv("TAPELINE_MAVEN");
    if (given != null && !given.isBlank()) {
      return uri(given);
    }
    var homes = homes();
    var settings = new ArrayList<Path>();
    settings.add(Path.of(System.getProperty("user.home"), ".m2", "settings.xml"));
    homes.forEach(home -> settings.add(home.resolve("conf/settings.xml")));
    for (var file : settings) {
      var mirror = Files.isReadable(file) ? mirror(Files.readString(file)) : Optional.<URI>empty();
      if (mirror.isPresent()) {
        return mirror.get();
      }
    }
    for (var home : homes) {
      var central = central(home.resolve("lib"));
      if (central.isPresent()) {
        return central.get();
      }
    }
    throw new IOException(
        "no Maven to learn its repository from (looked in %s): set TAPELINE_MAVEN to its address"
            .formatted(homes));
  }

  private static List<Path> homes() throws IOException {
    var homes = new ArrayList<Path>();
    for (var variable : List.of("MAVEN_HOME", "M2_HOME")) {
      var value = System.getenv(variable);
      if (value != null && !value.isBlank()) {
        homes.add(Path.of(value));
      }
    }
    for (var program : CommandLine.find(List.of("mvn", "mvn.cmd"), List.of()).stream().toList()) {
      homes.addAll(homes(program.toRealPath()));
    }
    return homes;
  }

  /// Where the Maven of a program `mvn` may lie: above it, or, as Homebrew does it, beside.
  static List<Path> homes(Path mvn) {
    var above = mvn.resolve("../..").normalize();
    return List.of(above, above.resolve("libexec"));
  }

  /// The mirror of Central in Maven's settings.
  static Optional<URI> mirror(String settings) {
    return MIRROR
        .matcher(COMMENT.matcher(settings).replaceAll(""))
        .results()
        .map(m -> m.group())
        .filter(MavenRepository::isOfCentral)
        .flatMap(m -> url(m).stream())
        .findFirst();
  }

  private static boolean isOfCentral(String mirror) {
    var of = OF.matcher(mirror);
    if (!of.find()) {
      return false;
    }
    var words =
        Stream.of(Objects.requireNonNull(of.group(1)).split(",")).map(String::strip).toList();
    return !words.contains("!central")
        && Stream.of("*", "central", "external:*").anyMatch(words::contains);
  }

  /// The address in the pom that all poms inherit from, which lies in one of Maven's own jars.
  static Optional<URI> central(Path lib) throws IOException {
    if (!Files.isDirectory(lib)) {
      return Optional.empty();
    }
    try (var jars = Files.newDirectoryStream(lib, "maven-model-builder-*.jar")) {
      for (var jar : jars) {
        try (var zip = new ZipFile(jar.toFile())) {
          var pom = zip.getEntry("org/apache/maven/model/pom-4.0.0.xml");
          var text = new String(zip.getInputStream(pom).readAllBytes(), StandardCharsets.UTF_8);
          return url(text);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<URI> url(String xml) {
    var url = URL.matcher(xml);
    return url.find() ? Optional.of(uri(Objects.requireNonNull(url.group(1)))) : Optional.empty();
  }

  private static URI uri(String text) {
    return URI.create(text.endsWith("/") ? text : text + "/");
  }
}
