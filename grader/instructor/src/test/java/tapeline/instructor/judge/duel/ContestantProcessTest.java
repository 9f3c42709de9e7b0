package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.competition.Contestant;
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Events;
import tapeline.instructor.judge.arena.Arena;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// A JVM that does more than answer, as the judge sees it; without a sandbox, as all of these are
/// ours.
@Isolated("it looks for its JVM among the children of this process")
public class ContestantProcessTest {
  private static final EventLimits LIMITS = new EventLimits(60, 60, 64, 300, 64);
  private static final byte[] QUESTION = ArenaFrames.question(new float[] {20});

  @TempDir private Path folder = Path.of(".");
  private final Child child = new Child();
  private final PairBudget budget = new PairBudget(LIMITS);
  private final List<ContestantProcess> players = new java.util.ArrayList<>();

  /// The process that was not there before.
  private static final class Child {
    private final List<Long> before =
        ProcessHandle.current().children().map(ProcessHandle::pid).toList();

    long pid() {
      return ProcessHandle.current()
          .children()
          .map(ProcessHandle::pid)
          .filter(p -> !before.contains(p))
          .findFirst()
          .orElseThrow();
    }
  }

  @BeforeEach
  void only_where_a_process_can_be_stopped_and_seen() {
    assumeTrue(Files.exists(Path.of("/proc/self/schedstat")), "no /proc as Linux has it");
  }

  @AfterEach
  void close() {
    players.forEach(ContestantProcess::close);
  }

  private ContestantProcess playing(Class<? extends Contestant> type)
      throws IOException, RuleBroken {
    return playing(new PinnedProcessors(List.of(), "a test"), type);
  }

  private ContestantProcess playing(PinnedProcessors processors, Class<? extends Contestant> type)
      throws IOException, RuleBroken {
    var command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx64m",
            "-Xlog:disable", // its words go to standard output otherwise
            "-Xbatch",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UseDynamicNumberOfCompilerThreads",
            "-cp",
            System.getProperty("java.class.path"),
            "-Dtest.folder=" + folder,
            Arena.class.getName(),
            type.getName());
    var player =
        new ContestantProcess(processors.pin(command), new float[][] {{1}}, LIMITS, budget);
    players.add(player);
    return player;
  }

  private static float work(float times) {
    double sum = 0;
    for (int i = 0; i < 100_000 * times; i++) {
      sum += Math.sqrt(i);
    }
    return (float) sum;
  }

  private static void write(byte[]... frames) {
    try {
      var out = new FileOutputStream(FileDescriptor.out); // the arena's, past System.out
      for (var frame : frames) {
        out.write(frame);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes in a thread of its own when the test makes a file, and makes another file then.
  private static void writeWhenTold(byte[]... frames) {
    var folder = Path.of(System.getProperty("test.folder"));
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            await(folder.resolve("write"));
            write(frames);
            Files.createFile(folder.resolve("written"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// Waits for a file.
  private static void await(Path file) {
    for (int i = 0; i < 6_000 && !Files.exists(file); i++) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  /// Makes the contestant write what is not due, and waits for that.
  private void haveItWrite() throws IOException {
    Files.createFile(folder.resolve("write"));
    await(folder.resolve("written"));
  }

  private static byte[] reply(int kind, float... values) {
    var bytes = new java.io.ByteArrayOutputStream();
    try (OutputStream out = bytes) {
      ArenaFrames.reply(out, kind, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// A contestant with a thread that works all the time.
  public static final class Restless implements Contestant {
    @Override
    public void setUp(float[][] given) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            while (true) {
              work(1);
            }
          });
    }

    @Override
    public float[] answer(float[][] input) {
      return new float[] {work(input[0][0])};
    }
  }

  /// Answers as it should, and once more, after having said that it is awake.
  public static final class TwoAhead implements Contestant {
    @Override
    public void setUp(float[][] given) {
      writeWhenTold(reply(ArenaFrames.READY), reply(ArenaFrames.ANSWER, 7));
    }

    @Override
    public float[] answer(float[][] input) {
      return new float[] {7};
    }
  }

  /// Says that it is awake, with a number behind it, where an answer is due.
  public static final class AnotherKind implements Contestant {
    @Override
    public float[] answer(float[][] input) {
      write(reply(ArenaFrames.READY, 7));
      return new float[] {7};
    }
  }

  /// Answers when it should, and in the second turn before it has read the question.
  public static final class OneAhead implements Contestant {
    @Override
    public void setUp(float[][] given) {
      writeWhenTold(reply(ArenaFrames.ANSWER, 7));
    }

    @Override
    public float[] answer(float[][] input) {
      return new float[] {7};
    }
  }

  /// Answers one question, and fails at the second.
  public static final class Once implements Contestant {
    private boolean asked;

    @Override
    public float[] answer(float[][] input) {
      if (asked) {
        throw new IllegalStateException("a second question");
      }
      asked = true;
      return new float[] {7};
    }
  }

  /// Fails while it is made.
  public static final class Unmade implements Contestant {
    public Unmade() {
      throw new IllegalStateException("no weights");
    }

    @Override
    public float[] answer(float[][] input) {
      return input[0];
    }
  }

  /// Fails while its class is initialised.
  public static final class Uninitialised implements Contestant {
    private static final int SIZE = Integer.parseInt("seven");

    @Override
    public float[] answer(float[][] input) {
      return new float[SIZE];
    }
  }

  private static void isRejected(Defence defence, String reason, RuleBroken broken) {
    assertThat(broken).as("rejected: %s", reason).isNotNull();
    assertThat(broken.defence()).isEqualTo(defence);
    assertThat(broken.reason()).contains(reason);
  }

  private long worked() throws IOException {
    long sum = 0;
    try (var threads = Files.list(Path.of("/proc/" + child.pid() + "/task"))) {
      for (var thread : threads.toList()) {
        var text = Files.readString(thread.resolve("schedstat"));
        sum += Long.parseLong(text.substring(0, text.indexOf(' ')));
      }
    }
    return sum;
  }

  /// Returns whether its threads have stopped: the letter after their names, in parentheses, is T.
  private boolean isStopped() throws IOException {
    try (var threads = Files.list(Path.of("/proc/" + child.pid() + "/task"))) {
      for (var thread : threads.toList()) {
        var text = Files.readString(thread.resolve("stat"));
        if (text.charAt(text.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    }
  }

  private void requireRest(String when) throws Exception {
    for (int i = 0; i < 6_000 && !isStopped(); i++) {
      Thread.sleep(10);
    }
    long before = worked();
    Thread.sleep(300);
    assertThat(worked() - before).as("ns of work " + when).isLessThan(10_000_000);
  }

  @Test
  void between_its_turns_nothing_of_it_runs() throws Exception {
    var player = playing(Restless.class);
    requireRest("between the turns");
    player.begin();
    player.ask(QUESTION, 1);
    player.end();
    requireRest("after a turn");
    player.begin(); // and it may go on
    assertThat(player.ask(QUESTION, 1).answer()).hasSize(1);
  }

  @Test
  void a_turn_has_ended_when_all_threads_have_stopped() throws Exception {
    var player = playing(Restless.class);
    for (int i = 0; i < 20; i++) {
      player.begin();
      player.ask(QUESTION, 1);
      long start = System.nanoTime();
      player.end();
      boolean waited = System.nanoTime() - start > 1_000_000_000; // on a busy machine no longer
      assertThat(waited || isStopped()).as("turn %d has ended, and it has stopped", i).isTrue();
    }
  }

  @Test
  void an_answer_in_advance_is_rejected_before_the_turn_begins() throws Exception {
    var player = playing(TwoAhead.class);
    player.begin();
    player.ask(QUESTION, 1);
    haveItWrite();
    player.end();
    isRejected(
        Defence.PROTOCOL,
        "something came before one",
        catchThrowableOfType(RuleBroken.class, player::begin));
  }

  @Test
  void an_answer_in_advance_is_rejected_before_the_question() throws Exception {
    var player = playing(OneAhead.class);
    player.begin();
    player.ask(QUESTION, 1);
    player.end();
    player.begin();
    haveItWrite();
    isRejected(
        Defence.PROTOCOL,
        "something came before one",
        catchThrowableOfType(RuleBroken.class, () -> player.ask(QUESTION, 1)));
  }

  @Test
  void a_reply_of_another_kind_is_no_answer() throws Exception {
    var player = playing(AnotherKind.class);
    player.begin();
    isRejected(
        Defence.PROTOCOL,
        "something else than an answer",
        catchThrowableOfType(RuleBroken.class, () -> player.ask(QUESTION, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "UNMADE, java.lang.IllegalStateException: no weights",
    "UNINITIALISED, 'java.lang.NumberFormatException: For input string: \"seven\"'",
  })
  void what_fails_while_it_is_made_is_told_with_its_line(String type, String why) {
    Class<? extends Contestant> entry = type.equals("UNMADE") ? Unmade.class : Uninitialised.class;
    var broken = catchThrowableOfType(RuleBroken.class, () -> playing(entry));
    isRejected(Defence.EXCEPTION, "the entry failed: " + why, broken);
    assertThat(broken.reason()).containsPattern("at ContestantProcessTest\\.java:\\d+$");
  }

  @Test
  void set_ups_count_in_the_budget_of_a_pair() throws Exception {
    budget.spend(1_000_000_000L * LIMITS.budgetSeconds());
    isRejected(
        Defence.BUDGET,
        "all set-ups and answers of a pair together have 300 s",
        catchThrowableOfType(RuleBroken.class, () -> playing(Once.class)));
  }

  @Test
  void a_session_ends_with_the_answer_that_is_beyond_the_budget() throws Exception {
    var player = playing(Once.class);
    var spent = catchThrowableOfType(RuleBroken.class, () -> budget.spend(300_000_000_000L));
    assertThat(spent).as("the set-up took some of the 300 s").isNotNull();
    var referee = new Referee(Events.named("matmul"));
    var session =
        new SessionFork.Session(
            List.of(RefereeTest.RIGHT, RefereeTest.RIGHT),
            List.of(QUESTION, QUESTION),
            new long[2]);
    isRejected(
        Defence.BUDGET,
        "all set-ups and answers of a pair together have",
        catchThrowableOfType(RuleBroken.class, () -> SessionFork.run(player, referee, session)));
  }

  @Test
  void the_jvms_own_threads_are_not_the_sides() throws Exception {
    var player = playing(Restless.class);
    player.begin();
    long before = worked();
    while (worked() - before < 50_000_000) {
      Thread.sleep(10); // its thread works in the turn, and some of the JVM's have worked before it
    }
    var use = player.end();
    assertThat(use.own()).as("ns of its own and the restless thread").isBetween(1L, use.all());
    long jvms = use.all() - use.own();
    assertThat(jvms).as("ns of compilers and others, of %d in all", use.all()).isPositive();
  }

  @Test
  void each_thread_of_a_pinned_side_has_the_processors_of_the_event_and_no_other()
      throws Exception {
    var processors = PinnedProcessors.forThreads(1);
    assumeTrue(processors.why().isEmpty(), processors.why());
    playing(processors, Restless.class);
    try (var threads = Files.list(Path.of("/proc/" + child.pid() + "/task"))) {
      var allowed = threads.map(ContestantProcessTest::allowed).distinct().toList();
      assertThat(allowed).containsExactly(processors.numbers());
      assertThat(processors)
          .hasToString("both pinned to processor " + allowed.getFirst().getFirst());
    }
  }

  private static List<Integer> allowed(Path thread) {
    try {
      return Files.readString(thread.resolve("status"))
          .lines()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .flatMap(line -> PinnedProcessors.numbers(line.substring(line.indexOf(':') + 1).strip()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_list_of_processors_has_ranges_and_single_ones() {
    assertThat(PinnedProcessors.numbers("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
  }

  @Test
  void an_event_for_more_threads_than_there_are_processors_is_said_not_to_be_pinned()
      throws IOException {
    var processors = PinnedProcessors.forThreads(1 << 20);
    assertThat(processors.toString()).startsWith("not pinned to processors: ");
    var plain = new ProcessBuilder("java");
    assertThat(processors.pin(plain).command()).containsExactly("java");
  }
}
