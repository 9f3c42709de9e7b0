package tapeline.grader.generate;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The last generation: the SHA-256 of each file by its path from the course's root, in the format
/// of `sha256sum`: the modules' files, the notebooks, and each exercise's cell of these by
/// `notebooks/NN-name.ipynb#03.2`.
///
/// Hashes are of text with `\n` for a line end, so `sha256sum -c --ignore-missing` agrees wherever
/// Git checks files out so.
public record GeneratedHashes(SortedMap<String, String> hashes) {
  static final String PATH = "modules/.generated.sha256";
  private static final Pattern LINE =
      Pattern.compile("([0-9a-f]{64})  ((?:modules|notebooks)/[^\\\\]+)");

  /// Reads `root`'s manifest; an empty one where there is none.
  public static GeneratedHashes at(Path root) {
    var file = root.resolve(PATH);
    return Files.exists(file) ? parse(Disk.text(file)) : new GeneratedHashes(new TreeMap<>());
  }

  /// @throws IllegalArgumentException when a line has another form, naming it
  static GeneratedHashes parse(String text) {
    var hashes = new TreeMap<String, String>();
    int number = 0;
    for (var line : text.lines().toList()) {
      number++;
      var m = LINE.matcher(line);
      if (!m.matches() || m.group(2).contains("..")) {
        throw new IllegalArgumentException(
            "%s:%d: a line is a SHA-256, two spaces and a path below modules or notebooks, got %s"
                .formatted(PATH, number, line));
      }
      hashes.put(m.group(2), m.group(1));
    }
    return new GeneratedHashes(hashes);
  }

  /// The manifest as a file's text, sorted by path.
  String text() {
    var out = new StringBuilder();
    hashes.forEach((path, hash) -> out.append(hash).append("  ").append(path).append('\n'));
    return out.toString();
  }

  /// The hash of a file or cell; null when it was not generated.
  public @Nullable String hash(String path) {
    return hashes.get(path);
  }

  /// In lower-case hexadecimal digits.
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /// Of a text in UTF-8.
  public static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }
}
