package tapeline.instructor.board.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairJudge;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.Sha256;

/// Judges one pair from the bytes that the board keeps, so that judging it again sees the same.
public final class PairWork {
  private final BoardStore store;
  private final Map<String, BoardEvent> events;
  private final PairJudge judge;

  /// @param events by hash
  public PairWork(BoardStore store, Map<String, BoardEvent> events, PairJudge judge) {
    this.store = store;
    this.events = Map.copyOf(events);
    this.judge = judge;
  }

  /// With the seed that the pair has on a board.
  Judgement judgeOnBoard(JudgedPair pair, DoubleConsumer progress) throws IOException {
    boolean counted = event(pair).event().metric().isCounted();
    return judge(pair, pair.seed(store.masterSeed(), counted), progress);
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
    var found = store.entries(entry);
    if (found.size() != 1) {
      throw new IOException("there is no entry " + entry);
    }
    var archive = found.getFirst().archive();
    var bytes = store.bytes(archive).orElseThrow(() -> new IOException("no archive " + archive));
    if (!Sha256.of(bytes).equals(archive)) {
      throw new IOException("the archive %s was changed in the database".formatted(archive));
    }
    return Files.write(file, bytes);
  }
}
