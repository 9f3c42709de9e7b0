package tapeline.instructor.service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tapeline.instructor.database.Database;

/// The words that all of a class's commands take.
final class ClassOptions {
  /// The port where none is given.
  static final String PORT = "8030";

  @Parameters(index = "0", paramLabel = "FOLDER", description = "The class's folder.")
  private Path folder = Path.of(".");

  @Option(
      names = "--db",
      paramLabel = "FILE|URL",
      description =
          "The database: a file, or jdbc:postgresql://host/name?user=…; class.db in FOLDER.")
  private @Nullable String db;

  HandInFolder folder() throws IOException {
    return new HandInFolder(Files.createDirectories(folder.toAbsolutePath().normalize()));
  }

  Database database() throws IOException {
    return Database.open(db == null ? folder().database() : db);
  }

  /// Returns the address by which members come.
  ///
  /// @throws IllegalArgumentException when it is none of a web server
  static URI url(String text) {
    var url = URI.create(text.replaceFirst("/*$", "/"));
    if (url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?")) {
      throw new IllegalArgumentException(
          "--url is the address of a web server, such as https://class.example.edu, got " + text);
    }
    return url;
  }
}
