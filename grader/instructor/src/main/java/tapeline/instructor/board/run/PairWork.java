package tapeline.instructor.board.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardJson;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairJudge;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.Sha256;

/// Judges one pair from the bytes that the board keeps, so that judging it again sees the same.
public final class PairWork {
  /// For work that is judged by other processes.
  public static final PairJudge ELSEWHERE =
      (_, _, _, _, _) -> {
        throw new IOException("this pair is judged elsewhere");
      };

  private final BoardStore store;
  private final Map<String, BoardEvent> events;
  private final PairJudge judge;
  private final boolean quick;

  /// @param events by hash
  /// @param quick whether the judge is
  public PairWork(
      BoardStore store, Map<String, BoardEvent> events, PairJudge judge, boolean quick) {
    this.store = store;
    this.events = Map.copyOf(events);
    this.judge = judge;
    this.quick = quick;
  }

  /// With the seed that the pair has on a board.
  Judgement judgeOnBoard(JudgedPair pair, DoubleConsumer progress) throws IOException {
    boolean counted = event(pair).event().metric().isCounted();
    return judge(pair, pair.seed(store.masterSeed(), counted), progress);
  }

  /// Writes a pair as a task below a folder. The same pair with the same seed has the same folder,
  /// whichever run writes it: what was judged there is found again.
  public PairTask pack(JudgedPair pair, Path tasks) throws IOException {
    var event = event(pair).event();
    long seed = pair.seed(store.masterSeed(), event.metric().isCounted());
    var name = Sha256.of(BoardJson.line(pair) + seed + quick).substring(0, 24);
    var task = new PairTask(tasks.resolve(name));
    Optional<byte[]> against =
        pair.against().isEmpty() ? Optional.empty() : Optional.of(bytes(pair.against()));
    task.write(
        new PairTask.Order(event, seed, quick, against.isPresent()), bytes(pair.entry()), against);
    return task;
  }

  private BoardEvent event(JudgedPair pair) throws IOException {
    var event = events.get(pair.event());
    if (event == null) {
      throw new IOException("there is no event " + pair.event());
    }
    return event;
  }

  /// Judges a pair on this machine.
  ///
  /// @throws IOException when the judge itself fails, or an entry's bytes are not what they were
  public Judgement judge(JudgedPair pair, long seed, DoubleConsumer progress) throws IOException {
    var event = event(pair);
    try (var scratch = ScratchFolder.of("pair")) {
      var folder = scratch.path();
      var entry = archive(pair.entry(), folder.resolve("entry.zip"));
      Optional<Path> against =
          pair.against().isEmpty()
              ? Optional.empty()
              : Optional.of(archive(pair.against(), folder.resolve("against.zip")));
      return judge.judge(event.event(), entry, against, seed, progress);
    }
  }

  private Path archive(String entry, Path file) throws IOException {
    return Files.write(file, bytes(entry));
  }

  private byte[] bytes(String entry) throws IOException {
    var found = store.entries(entry);
    if (found.size() != 1) {
      throw new IOException("there is no entry " + entry);
    }
    var archive = found.getFirst().archive();
    var bytes = store.bytes(archive).orElseThrow(() -> new IOException("no archive " + archive));
    if (!Sha256.of(bytes).equals(archive)) {
      throw new IOException("the archive %s was changed in the database".formatted(archive));
    }
    return bytes;
  }
}
