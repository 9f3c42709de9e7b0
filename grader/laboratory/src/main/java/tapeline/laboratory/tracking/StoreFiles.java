package tapeline.laboratory.tracking;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Files that are read with an error that names the line, and written so that a crash loses
/// nothing.
final class StoreFiles {
  static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

  private StoreFiles() {}

  static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException _) {
      throw new BrokenStoreException(file + " is no text");
    }
  }

  static <T> T read(Path file, int line, String text, Class<T> type) throws BrokenStoreException {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      int place = line > 0 ? line : at == null ? 1 : Math.max(1, at.getLineNr());
      throw new BrokenStoreException(
          "%s, line %d, cannot be read: %s. Repair it, or move it away: nothing was written"
              .formatted(file, place, e.getOriginalMessage()));
    }
  }

  /// Writes beside the place and moves: what was there before, or all of the new.
  static void replace(Path file, byte[] bytes) throws IOException {
    var beside = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
    try (var channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static FileChannel lock(Path at) throws IOException {
    var channel =
        FileChannel.open(at.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // a thread of this JVM has it
    }
    channel.close();
    throw new BrokenStoreException(at + " is being written by another check: try again");
  }
}
