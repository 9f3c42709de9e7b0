package tapeline.instructor.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import tapeline.grader.course.WholeFolder;
import tapeline.toolkit.Sha256;

/// The uploads of a class, each whole under its SHA-256 or not there.
///
/// @param folder with the uploads, and `parts` on their way in it
/// @param disk takes the bytes
record Uploads(Path folder, Disk disk) {
  private static final int BUFFER = 1 << 16;

  /// Writes files; a test has one that is full.
  @FunctionalInterface
  interface Disk {
    /// Wraps the stream that writes an upload.
    OutputStream over(OutputStream file);
  }

  /// An upload.
  record Stored(Path file, String hash, long bytes) {}

  /// Opens the folder, and sweeps what an earlier server left half.
  static Uploads in(Path folder, Disk disk) throws IOException {
    var uploads = new Uploads(folder, disk);
    if (Files.exists(uploads.parts())) {
      WholeFolder.delete(uploads.parts());
    }
    Files.createDirectories(uploads.parts());
    return uploads;
  }

  /// The folder of what is on its way.
  Path parts() {
    return folder.resolve("parts");
  }

  /// Keeps an upload: on the disk with its bytes and its name when this returns, or not at all.
  ///
  /// @throws IOException when the disk does not take it
  Stored keep(InputStream in) throws IOException {
    var part = Files.createTempFile(parts(), "upload", ".part");
    try {
      var sha = Sha256.digest();
      long bytes = 0;
      try (var channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        var out = disk.over(Channels.newOutputStream(channel));
        var buffer = new byte[BUFFER];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          sha.update(buffer, 0, n);
          bytes += n;
          out.write(buffer, 0, n);
        }
        channel.force(true);
      }
      var hash = HexFormat.of().formatHex(sha.digest());
      var file = folder.resolve(hash + ".zip");
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      try (var names = FileChannel.open(folder)) {
        names.force(true);
      }
      return new Stored(file, hash, bytes);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
