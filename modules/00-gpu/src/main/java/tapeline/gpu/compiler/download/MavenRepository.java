package tapeline.gpu.compiler.download;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where the Maven of this machine fetches libraries from: the address in the environment variable
/// `TAPELINE_MAVEN`, or the mirror in Maven's settings, the user's and then the machine's, or Maven
/// Central.
public final class MavenRepository {
  private MavenRepository() {}

  private static final URI CENTRAL = URI.create("https://repo.maven.apache.org/maven2/");

  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern MIRROR = Pattern.compile("(?s)<mirror>.*?</mirror>");
  private static final Pattern OF = Pattern.compile("<mirrorOf>\\s*(.*?)\\s*</mirrorOf>");
  private static final Pattern URL = Pattern.compile("<url>\\s*([^<\\s]+)\\s*</url>");

  /// Its address.
  ///
  /// @param mvn Maven's program, where there is one
  public static URI find(Optional<Path> mvn) throws IOException {
    var given = System.getenv("TAPELINE_MAVEN");
    if (given != null && !given.isBlank()) {
      return uri(given);
    }
    var homes = homesOf(mvn);
    var settings = new ArrayList<Path>();
    settings.add(Path.of(System.getProperty("user.home"), ".m2", "settings.xml"));
    homes.forEach(home -> settings.add(home.resolve("conf/settings.xml")));
    for (var file : settings) {
      var mirror = Files.isReadable(file) ? mirror(Files.readString(file)) : Optional.<URI>empty();
      if (mirror.isPresent()) {
        return mirror.get();
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

  private static Optional<URI> url(String xml) {
    var url = URL.matcher(xml);
    return url.find() ? Optional.of(uri(Objects.requireNonNull(url.group(1)))) : Optional.empty();
  }

  private static URI uri(String text) {
    return URI.create(text.endsWith("/") ? text : text + "/");
  }
}
