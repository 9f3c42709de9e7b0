package tapeline.instructor.board.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import tapeline.competition.Event;
import tapeline.instructor.board.BoardJson;
import tapeline.instructor.judge.verdict.Judgement;

/// A pair in a folder of its own, for a process elsewhere that knows no database: the event, the
/// entries' bytes and the seed in; a judgement out, which is there whole or not at all.
///
/// @param folder on a file system that both sides see
public record PairTask(Path folder) {
  private static final String ORDER = "order.json";
  private static final String JUDGEMENT = "judgement.json";
  private static final String FAILURE = "failure.txt";
  private static final String ENTRY = "entry.zip";
  private static final String AGAINST = "against.zip";

  /// The order to judge a pair: all that is needed beside the archives.
  record Order(Event event, long seed, boolean quick, boolean against) {}

  /// Writes a task; one that is there already stays, and so does its judgement.
  void write(Order order, byte[] entry, Optional<byte[]> against) throws IOException {
    Files.createDirectories(folder);
    if (Files.exists(folder.resolve(ORDER))) {
      return;
    }
    Files.write(folder.resolve(ENTRY), entry);
    if (against.isPresent()) {
      Files.write(folder.resolve(AGAINST), against.get());
    }
    put(ORDER, BoardJson.line(order)); // last: an order is there only with all it needs
  }

  /// Judges it, unless that has been done.
  ///
  /// @return whether there is a judgement; else the reason is kept
  public boolean judge(JudgeFactory judges) throws IOException {
    if (Files.exists(folder.resolve(JUDGEMENT))) {
      return true;
    }
    var order = BoardJson.read(Files.readString(folder.resolve(ORDER)), Order.class);
    var against = order.against() ? Optional.of(folder.resolve(AGAINST)) : Optional.<Path>empty();
    var judge = judges.judge(order.quick());
    try {
      var judgement =
          judge.judge(order.event(), folder.resolve(ENTRY), against, order.seed(), _ -> {});
      put(JUDGEMENT, BoardJson.line(judgement));
      return true;
    } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
      put(FAILURE, e.getCause() == null ? e.toString() : e + ", by " + e.getCause());
      return false;
    } finally {
      judge.close();
    }
  }

  /// The judgement, once it is there.
  public Optional<Judgement> judgement() throws IOException {
    var file = folder.resolve(JUDGEMENT);
    return Files.exists(file)
        ? Optional.of(BoardJson.read(Files.readString(file), Judgement.class))
        : Optional.empty();
  }

  /// Why the judge failed, where it did.
  public Optional<String> failure() throws IOException {
    var file = folder.resolve(FAILURE);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }

  /// Forgets a failure, so that it can be tried again.
  public void retry() throws IOException {
    Files.deleteIfExists(folder.resolve(FAILURE));
  }

  /// Deletes the folder: its judgement is kept elsewhere. Where the pair was submitted twice, the
  /// second judge may be writing there: then what it writes is left.
  public void delete() throws IOException {
    try {
      deleteAll();
    } catch (DirectoryNotEmptyException _) {
      // no process looks into it again
    }
  }

  private void deleteAll() throws IOException {
    try (var walk = Files.walk(folder)) {
      for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /// Writes a file that no reader sees half of, not even after the power has gone.
  private void put(String name, String text) throws IOException {
    var fresh = Files.createTempFile(folder, name, ".new");
    Files.write(fresh, text.getBytes(UTF_8));
    try (var file = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      file.force(true);
    }
    Files.move(
        fresh,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
