package tapeline.gpu.compiler;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/// Where the Maven of this machine fetches libraries from: `-Dtapeline.maven=URL`, or the mirror in
/// its settings, or the address that comes with Maven.
final class MavenRepository {
  private MavenRepository() {}

  private static final Pattern MIRROR = Pattern.compile("(?s)<mirror>.*?</mirror>");
  private static final Pattern OF = Pattern.compile("<mirrorOf>\\s*(?:\\*|central)\\s*</mirrorOf>");
  private static final Pattern URL = Pattern.compile("<url>\\s*([^<\\s]+)\\s*</url>");

  /// @throws IOException when there is no Maven to learn it from
  static URI find() throws IOException {
    var given = System.getProperty("tapeline.maven");
    if (given != null) {
      return uri(given);
    }
    var settings = Path.of(System.getProperty("user.home"), ".m2", "settings.xml");
    var mirror = Files.isRegularFile(settings) ? mirror(Files.readString(settings)) : null;
    if (mirror != null && mirror.isPresent()) {
      return mirror.get();
    }
    var program = CommandLine.find(List.of("mvn", "mvn.cmd"), List.of());
    if (program.isEmpty()) {
      throw new IOException("no mvn on the PATH to learn Maven's repository from");
    }
    return central(program.get().toRealPath().resolve("../../lib").normalize());
  }

  /// The mirror of Central in Maven's settings.
  static Optional<URI> mirror(String settings) {
    return MIRROR
        .matcher(settings)
        .results()
        .map(m -> m.group())
        .filter(m -> OF.matcher(m).find())
        .flatMap(m -> url(m).stream())
        .findFirst();
  }

  /// The address in the pom that all poms inherit from, which lies in one of Maven's own jars.
  static URI central(Path lib) throws IOException {
    try (var jars = Files.newDirectoryStream(lib, "maven-model-builder-*.jar")) {
      for (var jar : jars) {
        try (var zip = new ZipFile(jar.toFile())) {
          var pom = zip.getEntry("org/apache/maven/model/pom-4.0.0.xml");
          var text = new String(zip.getInputStream(pom).readAllBytes(), StandardCharsets.UTF_8);
          return url(text).orElseThrow(() -> new IOException("no repository in the pom of " + jar));
        }
      }
    }
    throw new IOException("no maven-model-builder in " + lib);
  }

  private static Optional<URI> url(String xml) {
    var url = URL.matcher(xml);
    return url.find() ? Optional.of(uri(Objects.requireNonNull(url.group(1)))) : Optional.empty();
  }

  private static URI uri(String text) {
    return URI.create(text.endsWith("/") ? text : text + "/");
  }
}
