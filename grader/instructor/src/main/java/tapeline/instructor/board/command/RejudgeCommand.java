package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.JudgementTable.Kept;
import tapeline.instructor.board.run.JudgeFactory;
import tapeline.instructor.board.run.PairWork;
import tapeline.instructor.judge.verdict.Judgement;

/// `leaderboard rejudge`: judges an entry again, from its stored bytes and with the stored seed,
/// and says whether the verdict is the same. It changes nothing on the board.
@Command(
    name = "rejudge",
    mixinStandardHelpOptions = true,
    description = {
      "Judges an entry again, with the same seed, and compares the verdicts.",
      "Ends with 0 when they agree."
    })
final class RejudgeCommand implements Callable<Integer> {
  private static final int SHORTEST = 6;

  @Mixin private BoardOptions board = new BoardOptions();

  @Parameters(paramLabel = "HASH", description = "The entry's hash, or how it begins.")
  private String hash = "";

  private final JudgeFactory judges;
  private final PrintStream out;

  RejudgeCommand(JudgeFactory judges, PrintStream out) {
    this.judges = judges;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    var store = board.existing();
    var entry = entry(store);
    out.println("%s of %s, %s".formatted(entry.name(), entry.team(), entry.hash()));
    if (!entry.problem().isEmpty()) {
      out.println("REFUSED when it was read, and never judged: " + entry.problem());
      return 0;
    }
    var events = BoardOptions.byHash(store.events());
    var kept =
        store.judgements().all().values().stream()
            .filter(k -> k.pair().entry().equals(entry.hash()))
            .filter(k -> events.containsKey(k.pair().event()))
            .toList();
    if (kept.isEmpty()) {
      out.println("It has not been judged.");
      return 1;
    }
    judges.require();
    boolean agree = true;
    for (var k : kept) {
      agree &= tell(k, again(store, events, k));
    }
    return agree ? 0 : 1;
  }

  private Judgement again(BoardStore store, Map<String, BoardEvent> events, Kept kept)
      throws IOException {
    try (var judge = judges.judge(kept.quick())) {
      return new PairWork(store, events, judge)
          .judge(kept.pair(), kept.judgement().seed(), _ -> {});
    }
  }

  private boolean tell(Kept kept, Judgement again) {
    var before = kept.judgement();
    boolean agree = before.verdict() == again.verdict();
    var beside = kept.pair().against();
    out.println(beside.isEmpty() ? "beside the baseline" : "beside " + beside.substring(0, 12));
    out.println("  then  " + line(before));
    out.println("  now   " + line(again));
    out.println(agree ? "  the verdicts agree" : "  THE VERDICTS DIFFER");
    return agree;
  }

  private static String line(Judgement j) {
    var s = j.score();
    return j.verdict()
        + (s == null
            ? ""
            : " %s (%s to %s)"
                .formatted(
                    BoardWords.ratio(s.ratio()),
                    BoardWords.ratio(s.low()),
                    BoardWords.ratio(s.high())))
        + (j.reason().isEmpty() ? "" : ": " + BoardText.line(j.reason(), 200));
  }

  private BoardEntry entry(BoardStore store) {
    if (!hash.matches("[0-9a-f]{%d,64}".formatted(SHORTEST))) {
      throw new IllegalArgumentException(
          "an entry is named by %d to 64 hex digits of its hash, got %s".formatted(SHORTEST, hash));
    }
    List<BoardEntry> found = store.entries(hash);
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "%d entries have a hash that begins with %s".formatted(found.size(), hash));
    }
    return found.getFirst();
  }
}
