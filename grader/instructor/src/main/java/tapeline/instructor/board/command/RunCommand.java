package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tapeline.grader.report.TerminalOptions;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardRun;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.EntryTerms;
import tapeline.instructor.board.TeamRoster;
import tapeline.instructor.board.page.BoardSite;
import tapeline.instructor.board.page.LiveSite;
import tapeline.instructor.board.run.JudgeFactory;
import tapeline.instructor.board.run.LeaderboardRun;
import tapeline.instructor.board.run.PairWork;
import tapeline.instructor.board.run.RunProgress;

/// `leaderboard run`: takes submissions in, judges what has not been judged, shows the ranks.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Judges submissions and ranks them.",
      "It may be killed at any moment: start it again, and it goes on."
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private BoardOptions board = new BoardOptions();

  @Parameters(
      paramLabel = "SUBMISSIONS",
      description = "A folder of folders and zips, an entry each, in the order of their names.")
  private Path submissions = Path.of(".");

  @Option(
      names = "--event",
      paramLabel = "ID",
      description = "Judge only this event; may be given several times.")
  private List<String> only = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of a new board; drawn where it is not given. Keep it secret.")
  private @Nullable Long seed;

  @Option(
      names = "--teams",
      paramLabel = "FILE",
      description = {
        "Who may enter: JSON, [{\"team\": …, \"folder\": …, \"pseudonym\": …}, …].",
        "Then each team's entries lie in its folder in SUBMISSIONS."
      })
  private @Nullable Path teams;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          "For example 2026-12-01T12:00:00Z: entries whose receipts of the class are later are left"
              + " out.")
  private @Nullable Instant deadline;

  @Option(
      names = "--per-day",
      paramLabel = "N",
      description = "Of a team's entries for an event, by their class's receipts.")
  private int perDay;

  @Option(names = "--quick", description = "Fewer and shorter forks: to try things out.")
  private boolean quick;

  @Option(names = "--site", paramLabel = "DIR", description = "Writes the pages there at the end.")
  private @Nullable Path site;

  @Option(
      names = "--open",
      description = "Writes the pages, beside the database unless --site is given, and opens them.")
  private boolean open;

  @Option(
      names = "--serve",
      description = "Shows the pages on this machine while it judges, and then until Ctrl-C.")
  private boolean serve;

  @Option(
      names = "--port",
      defaultValue = "8020",
      description = "Of --serve. Default: ${DEFAULT-VALUE}; 0 for any that is free.")
  private int port;

  private final JudgeFactory judges;
  private final PrintStream out;

  RunCommand(JudgeFactory judges, PrintStream out) {
    this.judges = judges;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!Files.isDirectory(submissions)) {
      throw new IllegalArgumentException("submissions lie in a folder, got " + submissions);
    }
    judges.require();
    var store = board.store();
    var before = store.runs().last();
    before
        .filter(r -> r.state() == BoardRun.State.STOPPED)
        .ifPresent(r -> out.println(r.stopped() + " This one goes on."));
    before
        .filter(r -> r.state() == BoardRun.State.JUDGING)
        .ifPresent(r ->
            out.println(
                "BEWARE: process %d judges for this board already, and two disturb each other."
                    .formatted(r.process().pid())));
    if (seed != null) {
      store.requireSeed(seed);
    }
    var events = board.read();
    events.forEach(store::add);
    var roster = teams == null ? null : TeamRoster.read(teams);
    TakenIn.from(submissions, roster, new EntryTerms(deadline, perDay), store, out);
    var judged = chosen(events);
    if (!serve) {
      return judge(store, events, judged);
    }
    try (var live = LiveSite.start(store, port)) {
      out.println("the leaderboard: " + live.url());
      if (open) {
        Browser.open(live.url(), out);
      }
      judge(store, events, judged);
      out.println("\nthe leaderboard stays at " + live.url() + " until Ctrl-C");
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private int judge(BoardStore store, List<BoardEvent> events, List<BoardEvent> judged)
      throws IOException, InterruptedException {
    var progress = new RunProgress(out, TerminalOptions.isTerminal(), System::nanoTime);
    var run = new LeaderboardRun(store, judged, quick, progress);
    boolean sound;
    try (var judge = judges.judge(quick)) {
      sound = run.run(new PairWork(store, BoardOptions.byHash(events), judge));
    }
    out.print(RankingText.of(judged, store));
    write(store);
    return sound ? 0 : 1;
  }

  private void write(BoardStore store) throws IOException {
    var folder = site != null || !open || serve ? site : board.besideTheDatabase("-site");
    if (folder == null) {
      return;
    }
    new BoardSite(store, false).write(folder);
    var index = folder.resolve("index.html").toAbsolutePath().normalize();
    out.println("\nthe pages: " + index);
    if (open && !serve) {
      Browser.open(index.toUri().toString(), out);
    }
  }

  private List<BoardEvent> chosen(List<BoardEvent> events) {
    for (var id : only) {
      if (events.stream().noneMatch(e -> e.id().equals(id))) {
        throw new IllegalArgumentException(
            "--event is one of %s, got %s"
                .formatted(String.join(", ", events.stream().map(BoardEvent::id).toList()), id));
      }
    }
    return events.stream().filter(e -> only.isEmpty() || only.contains(e.id())).toList();
  }
}
