package tapeline.gpu.compiler.download;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The repository from which this machine's Maven fetches libraries: the address in the environment
/// variable `TAPELINE_MAVEN`, or the mirror in Maven's settings, the user's before the machine's,
/// or Maven Central.
public final class MavenRepository {
  private MavenRepository() {}

  private static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern MIRROR = Pattern.compile("(?s)<mirror>.*?</mirror>");
  private static final Pattern OF = Pattern.compile("<mirrorOf>\\s*(.*?)\\s*</mirrorOf>");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{env\\.([^}]+)}");
  private static final Pattern URL = Pattern.compile("<url>\\s*([^<\\s]+)\\s*</url>");

  /// Its address.
  ///
  /// @param mvn Maven's program, where there is one
  public static URI find(Optional<Path> mvn) throws IOException {
    var given = System.getenv("TAPELINE_MAVEN");
    if (given != null && !given.isBlank()) {
      return uri(given, "TAPELINE_MAVEN");
    }
    var homes = homesOf(mvn);
    var settings = new ArrayList<Path>();
    settings.add(Path.of(System.getProperty("user.home"), ".m2", "settings.xml"));
    homes.forEach(home -> settings.add(home.resolve("conf/settings.xml")));
    for (var file : settings) {
      if (Files.isReadable(file)) {
        var mirror = mirror(Files.readString(file), System.getenv());
        if (mirror.isPresent()) {
          return uri(mirror.get(), file.toString());
        }
      }
    }
    return CENTRAL;
  }

  private static List<Path> homesOf(Optional<Path> mvn) throws IOException {
    var homes = new ArrayList<Path>();
    for (var variable : List.of("MAVEN_HOME", "M2_HOME")) {
      var value = System.getenv(variable);
      if (value != null && !value.isBlank()) {
        homes.add(Path.of(value));
      }
    }
    if (mvn.isPresent()) {
      homes.addAll(homes(mvn.get().toRealPath()));
    }
    return homes;
  }

  /// Returns the folders in which the Maven of a program `mvn` may lie: the one above it, or, as
  /// with Homebrew, `libexec` in that.
  static List<Path> homes(Path mvn) {
    var above = mvn.resolve("../..").normalize();
    return List.of(above, above.resolve("libexec"));
  }

  /// The mirror of Central in Maven's settings, with what stands for variables replaced by them.
  static Optional<String> mirror(String settings, Map<String, String> environment) {
    return MIRROR
        .matcher(COMMENT.matcher(settings).replaceAll(""))
        .results()
        .map(m -> m.group())
        .filter(MavenRepository::isOfCentral)
        .flatMap(m -> url(m).stream())
        .findFirst()
        .map(url -> VARIABLE.matcher(url).replaceAll(v -> value(v, environment)));
  }

  /// One that is not set stays as it stands.
  private static String value(MatchResult variable, Map<String, String> environment) {
    return Matcher.quoteReplacement(
        environment.getOrDefault(Objects.requireNonNull(variable.group(1)), variable.group()));
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

  private static Optional<String> url(String xml) {
    var url = URL.matcher(xml);
    return url.find() ? Optional.ofNullable(url.group(1)) : Optional.empty();
  }

  /// @param from where the text stands
  static URI uri(String text, String from) throws IOException {
    try {
      var uri = new URI(text.endsWith("/") ? text : text + "/");
      if (String.valueOf(uri.getScheme()).matches("(?i)https?")) {
        return uri;
      }
    } catch (URISyntaxException _) {
      // told below
    }
    throw new IOException("%s names no web server (http:// or https://): %s".formatted(from, text));
  }
}
