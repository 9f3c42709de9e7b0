package tapeline.gpu.compiler.download;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.Map;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.Sha256;

/// Files out of a zip on a web server, each of which must be the very one that is expected.
///
/// @param what is being fetched, for the bar
record FileFetch(String what, RemoteZip zip) {

  /// Fetches files to a folder. A file without an ending in its name is a program.
  ///
  /// @throws IOException when one breaks off, or is another than expected
  void to(Path folder, Map<Downloadable.File, RemoteZip.Entry> files) throws IOException {
    long bytes = files.values().stream().mapToLong(RemoteZip.Entry::size).sum();
    try (var bar = ProgressBar.of(what + " (bytes)", bytes)) {
      for (var file : files.entrySet()) {
        var to = folder.resolve(file.getKey().name());
        copy(file.getValue(), to, file.getKey().sha256(), bar);
        if (!file.getKey().name().contains(".") && !to.toFile().setExecutable(true, false)) {
          throw new IOException(to + " cannot be made a program");
        }
      }
    }
  }

  private void copy(RemoteZip.Entry entry, Path to, String sha256, ProgressBar bar)
      throws IOException {
    var digest = Sha256.digest();
    try (var in = new DigestInputStream(zip.open(entry), digest);
        var out = Files.newOutputStream(to)) {
      var buffer = new byte[1 << 18];
      long done = 0;
      for (int n = read(in, buffer, done, entry); n >= 0; n = read(in, buffer, done, entry)) {
        out.write(buffer, 0, n);
        bar.step(n);
        done += n;
      }
    }
    var hash = HexFormat.of().formatHex(digest.digest());
    if (!hash.equals(sha256)) {
      throw new IOException("%s has SHA-256 %s, expected %s".formatted(entry.name(), hash, sha256));
    }
  }

  private static int read(InputStream in, byte[] buffer, long done, RemoteZip.Entry entry)
      throws IOException {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw new IOException(
          "%s broke off after %,d of %,d bytes (%s)"
              .formatted(entry.name(), done, entry.size(), e.getMessage()),
          e);
    }
  }
}
