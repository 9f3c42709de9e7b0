package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A folder of the class path. Its files may lie in several jars and folders of classes; of two
/// with one name the first counts.
///
/// @param name without `/` at either end
record ClassPathFolder(String name, ClassLoader loader) {

  Set<String> files() {
    var names = new TreeSet<String>();
    try {
      for (var place : Collections.list(loader.getResources(name))) {
        names.addAll(files(place));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading the folder " + name + " of the class path", e);
    }
    return names;
  }

  private List<String> files(URL place) throws IOException {
    if (place.openConnection() instanceof JarURLConnection jar) {
      var start = name + "/";
      return jar.getJarFile().stream()
          .filter(e -> e.getName().startsWith(start) && !e.isDirectory())
          .map(e -> e.getName().substring(start.length()))
          .filter(file -> !file.contains("/"))
          .toList();
    }
    try (var all = Files.list(Path.of(URI.create(place.toString())))) {
      return all.filter(Files::isRegularFile).map(f -> f.getFileName().toString()).toList();
    }
  }

  Optional<String> text(String file) {
    try (var in = loader.getResourceAsStream(name + "/" + file)) {
      return in == null
          ? Optional.empty()
          : Optional.of(
              new String(in.readAllBytes(), StandardCharsets.UTF_8)
                  .replaceFirst("^\uFEFF", "")); // a byte order mark
    } catch (IOException e) {
      throw new UncheckedIOException("reading %s/%s of the class path".formatted(name, file), e);
    }
  }
}
