package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.competition.Events;
import tapeline.instructor.board.command.BoardOptions;
import tapeline.instructor.board.run.LeaderboardRun;
import tapeline.instructor.board.run.PairWork;
import tapeline.instructor.board.run.RunProgress;

/// A board in a folder, judged by a [FakeJudge].
record TestBoard(Path submissions, String db) {
  static final List<BoardEvent> EVENTS = Events.standard().stream().map(BoardEvent::of).toList();

  static TestBoard in(Path folder) throws IOException {
    var submissions = Files.createDirectories(folder.resolve("submissions"));
    return new TestBoard(submissions, folder.resolve("board.db").toString());
  }

  TestBoard with(String folder, MadeUpEntry entry) {
    entry.write(submissions.resolve(folder));
    return this;
  }

  BoardStore store() throws IOException {
    return BoardStore.open(db);
  }

  /// All that was submitted.
  List<SubmittedEntry> read() throws IOException {
    return read(Intake.find(submissions, Intake.MOST, new ArrayList<>()));
  }

  static List<SubmittedEntry> read(List<Intake.Unread> found) throws IOException {
    var entries = new ArrayList<SubmittedEntry>();
    for (var unread : found) {
      entries.add(unread.read());
    }
    return entries;
  }

  /// Takes in and judges all; what was printed.
  String run() throws IOException, InterruptedException {
    return run(new FakeJudge(0), false);
  }

  String run(tapeline.instructor.judge.verdict.PairJudge judge, boolean quick)
      throws IOException, InterruptedException {
    var store = store();
    EVENTS.forEach(store::add);
    read().forEach(store::add);
    var said = new ByteArrayOutputStream();
    var progress = new RunProgress(new PrintStream(said, true, UTF_8), false, System::nanoTime);
    new LeaderboardRun(store, EVENTS, quick, progress)
        .run(new PairWork(store, BoardOptions.byHash(EVENTS), judge));
    return said.toString(UTF_8);
  }

  static BoardEvent event(String id) {
    return EVENTS.stream().filter(e -> e.id().equals(id)).findFirst().orElseThrow();
  }

  Ranking ranking(String event) throws IOException {
    return Ranking.of(event(event), store().entries(), store().judgements().all());
  }

  /// All judgements, a line each, without what differs between two runs: when, and how long.
  String judgements() throws IOException {
    return store().judgements().all().values().stream()
        .map(k ->
            String.join(
                " ",
                k.pair().event(),
                k.pair().entry(),
                k.pair().against(),
                "" + k.judgement().seed(),
                "" + k.judgement().verdict(),
                "" + k.judgement().score()))
        .sorted()
        .collect(Collectors.joining("\n"));
  }
}
