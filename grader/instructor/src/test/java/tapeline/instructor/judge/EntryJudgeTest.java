package tapeline.instructor.judge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.duel.TimedPair;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;

@Needs(Need.BUBBLEWRAP)
class EntryJudgeTest {
  @TempDir Path folder;
  @AutoClose private static EntryJudge judge;

  private static final String SLOW =
      """
      import tapeline.competition.Contestant;

      public final class Entry implements Contestant {
        @Override
        public float[] answer(float[][] input) {
          float[] c = {};
          for (int i = 0; i < TIMES; i++) {
            c = Entry.multiply(input);
          }
          return c;
        }

        static float[] multiply(float[][] input) {
          int m = (int) input[0][0];
          int k = (int) input[0][1];
          int n = (int) input[0][2];
          return tapeline.tensor.Tensor.of(input[1], m, k)
              .matmul(tapeline.tensor.Tensor.of(input[2], k, n))
              .toArray();
        }
      }
      """;

  @BeforeAll
  static void open() throws IOException {
    judge = EntryJudge.open(JudgePlan.QUICK);
  }

  private Path slow(int times) throws IOException {
    var slow = folder.resolve("slow");
    Files.createDirectories(slow.resolve("src"));
    Files.writeString(slow.resolve("src/Entry.java"), SLOW.replace("TIMES", "" + times));
    HonestManifest.write(slow, QuickEvents.named("matmul"), "slow", "Entry");
    return slow;
  }

  private static Path sample(String name) {
    return SampleEntry.root().resolve(name);
  }

  /// How far above ten the interval lies is the machine's affair: of the verdict only what follows
  /// from the score is required. Who is above is in `PairOutcomeTest`, of scores made by hand.
  @Test
  void what_is_too_good_is_for_a_person_to_look_at() throws IOException {
    var judgement =
        judge.judge(
            QuickEvents.named("matmul"),
            sample("matmul-course"),
            Optional.of(slow(40)),
            1,
            _ -> {});
    boolean above = requireNonNull(judgement.score()).isAbove(TimedPair.MOST_BELIEVED);
    assertThat(judgement.verdict())
        .as("some forty times as fast as the other entry: %s", judgement)
        .isIn(above ? List.of(JudgeVerdict.REVIEW) : List.of(JudgeVerdict.values()))
        .isNotIn(JudgeVerdict.WORSE, JudgeVerdict.REJECTED, JudgeVerdict.REFUSED);
    assertThat(Defence.RATIO.text().equals(judgement.defence()))
        .as("by its ratio, if that is surely above ten: %s", judgement)
        .isEqualTo(above);
  }

  /// How far below one the interval lies is the machine's affair here, too.
  @Test
  void a_slow_entry_is_worse_and_not_rejected() throws Exception {
    var slow = slow(40);
    var shares = new ArrayList<Double>();
    var judgement =
        HostileCorpusTest.judged(
            () -> {
              shares.clear();
              var event = QuickEvents.named("matmul");
              return judge.judge(event, slow, Optional.empty(), 1, shares::add);
            },
            j -> j.verdict().isRanked());
    var score = requireNonNull(judgement.score());
    assertThat(judgement.verdict())
        .as("some forty times slower: %s", judgement)
        .isIn(JudgeVerdict.WORSE, score.high() < 1 ? JudgeVerdict.WORSE : JudgeVerdict.UNDECIDED);
    assertThat(score.forks()).hasSize(6);
    assertThat(shares).as("the share of the work, to the end").endsWith(1.0).isSorted();
  }

  private static final String SHARED =
      """
      import tapeline.competition.Contestant;
      import tapeline.tensor.Tensor;

      public final class Entry implements Contestant {
        private static final boolean SHARES = Integer.parseInt("THREADS") == 2;
        private volatile Runnable work = () -> {};
        private volatile boolean done = true;

        @Override
        public void setUp(float[][] given) {
          Thread.ofPlatform().daemon().start(() -> {
            while (SHARES) {
              if (done) {
                WAIT
              } else {
                work.run();
                done = true;
              }
            }
          });
        }

        @Override
        public float[] answer(float[][] input) {
          int m = (int) input[0][0];
          int n = (int) input[0][2];
          var c = new float[m * n];
          int own = 55 * m / 100; // and 45 % of the rows for the second thread
          work = () -> rows(input, own, m, c);
          if (SHARES) {
            done = false;
            rows(input, 0, own, c);
            while (!done) {
              WAIT
            }
          } else {
            rows(input, 0, own, c);
            work.run();
          }
          return c;
        }

        private static void rows(float[][] input, int from, int to, float[] c) {
          int k = (int) input[0][1];
          int n = (int) input[0][2];
          var a = java.util.Arrays.copyOfRange(input[1], from * k, to * k);
          var b = Tensor.of(input[2], k, n);
          float[] rows = {};
          for (int i = 0; i < 5; i++) {
            rows = Tensor.of(a, to - from, k).matmul(b).toArray();
          }
          System.arraycopy(rows, 0, c, from * n, rows.length);
        }
      }
      """;

  private Path shared(int threads, String wait) throws IOException {
    var entry = folder.resolve(threads + wait.replaceAll("\\W.*", ""));
    Files.createDirectories(entry.resolve("src"));
    Files.writeString(
        entry.resolve("src/Entry.java"),
        SHARED.replace("THREADS", "" + threads).replace("WAIT", wait));
    HonestManifest.write(entry, QuickEvents.named("matmul"), "shared", "Entry");
    return entry;
  }

  /// The event allows one thread, so both sides have one processor. What is left to chance is an
  /// interval that misses 1 though nothing differs, once in forty.
  @ParameterizedTest
  @ValueSource(strings = {"Thread.onSpinWait();", "Thread.yield();"})
  void a_second_thread_gains_nothing(String wait) throws Exception {
    var one = shared(1, wait);
    var two = shared(2, wait);
    var event = QuickEvents.named("matmul");
    var judgement =
        HostileCorpusTest.judged(
            () -> judge.judge(event, two, Optional.of(one), HostileCorpusTest.SEED, _ -> {}),
            j -> j.verdict().isRanked());
    assumeFalse(judgement.reason().contains("not pinned"), judgement.reason());
    assertThat(judgement.reason()).contains("; both pinned to processor ");
    assertThat(judgement.verdict())
        .as("45 %% of the rows in a second thread: %s", judgement)
        .isIn(JudgeVerdict.WORSE, JudgeVerdict.UNDECIDED);
  }

  @Test
  void what_is_counted_is_the_same_each_time() throws IOException {
    for (var name : new String[] {"digits-linear", "kernel-blocked"}) {
      var event =
          QuickEvents.named(name.startsWith("digits") ? "smallest-model" : "kernel-traffic");
      var first = judge.judge(event, sample(name), Optional.empty(), 5, _ -> {});
      var again = judge.judge(event, sample(name), Optional.empty(), 5, _ -> {});
      assertThat(again.score()).as(name).isNotNull().isEqualTo(first.score());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "zeros-answer, a wrong answer, a rule that the other entry broke",
    "hangs, the entry has 4 s to answer, ''", // a busy machine may do that to an honest one
  })
  void an_entry_is_not_to_blame_for_the_other_one(String other, String why, String defence)
      throws Exception {
    var event = other.equals("hangs") ? QuickEvents.hurriedMatmul() : QuickEvents.named("matmul");
    var wrong = CorpusFiles.copied(other, event, folder.resolve("wrong"));
    var judgement =
        HostileCorpusTest.judged(
            () -> judge.judge(event, sample("matmul-course"), Optional.of(wrong), 1, _ -> {}),
            j -> j.verdict() == JudgeVerdict.UNDECIDED);
    assertThat(judgement.verdict()).isEqualTo(JudgeVerdict.UNDECIDED);
    assertThat(judgement.defence()).isEqualTo(defence);
    assertThat(judgement.reason()).contains("the other entry was stopped", why);
    assertThat(judgement.score()).isNull();
  }

  /// Ends the other entry's process, as a machine without memory left may end an honest one's.
  @Test
  void a_process_that_ended_breaks_no_rule_of_the_other_one() throws IOException {
    var event = QuickEvents.named("matmul");
    var exits = CorpusFiles.copied("exits", event, folder.resolve("exits"));
    try (var loose = EntryJudge.withFewerDefences(JudgePlan.QUICK)) {
      var judgement = loose.judge(event, sample("matmul-course"), Optional.of(exits), 1, _ -> {});
      assertThat(judgement.reason()).contains("the other entry was stopped");
      assertThat(judgement.defence()).isEmpty();
    }
  }

  @Test
  void nothing_is_left_in_the_judges_folder() throws IOException {
    Path kept;
    try (var own = EntryJudge.open(JudgePlan.QUICK)) {
      own.judge(
          QuickEvents.named("smallest-model"),
          sample("digits-bytes"),
          Optional.empty(),
          1,
          _ -> {});
      kept = own.folder();
      try (var list = Files.list(kept)) {
        assertThat(list.map(p -> p.getFileName().toString()))
            .as("of an entry that was judged nothing is kept")
            .doesNotContain("entry1")
            .noneMatch(n -> n.startsWith("classes"));
      }
    }
    assertThat(kept).doesNotExist();
  }
}
