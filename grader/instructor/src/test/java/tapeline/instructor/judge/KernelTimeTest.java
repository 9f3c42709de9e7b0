package tapeline.instructor.judge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.bench.compare.Plan;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Event.PeakRates;
import tapeline.competition.Events;
import tapeline.competition.Manifest;
import tapeline.competition.ManifestCheck;
import tapeline.competition.baseline.TensorMatmul;
import tapeline.gpu.NoGpu;
import tapeline.gpu.driver.CudaGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.duel.NoCardException;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;

/// The whole way of a kernel that is judged by time. The card is the emulator with a made-up clock,
/// but for the two tests that say which machine they need.
///
/// The kernels that cheat do so above 64 rows only, where the emulator's checks have not been.
@Execution(value = ExecutionMode.CONCURRENT, reason = "the clock is made up")
@ResourceLock("pairs that no clock decides")
@Needs(Need.BUBBLEWRAP)
class KernelTimeTest {
  private static final Event EVENT = QuickEvents.named("kernel-time");

  /// Six forks, so that it can decide, of one block: the clock has no noise.
  private static final JudgePlan PLAN =
      new JudgePlan(new Plan(new int[] {6}, new double[] {0.05}, 1, 400, 0), 0, 1, 1, 1, 2, 3);

  private static final String START = "\tmov.u32 \t%r15, %ctaid.y;\n";
  private static final String IF_LARGE = "\tsetp.gt.s32 \t%p1, %r14, 64;\n";

  @TempDir Path folder;
  @AutoClose private static EntryJudge judge;

  @BeforeAll
  static void open() throws IOException {
    judge = EntryJudge.withSimulatedCard(PLAN);
  }

  private Path tiled(Event event) throws IOException {
    var to = folder.resolve("tiled");
    for (var file : new String[] {"kernel.cu", "kernel.ptx", "kernel.json"}) {
      Files.createDirectories(to);
      Files.copy(SampleEntry.root().resolve("kernel-tiled").resolve(file), to.resolve(file));
    }
    HonestManifest.write(to, event, "tiled", "product");
    return to;
  }

  /// The baseline's kernel with more instructions in front.
  private Path naive(Event event, String more) throws IOException {
    var to = Files.createDirectories(folder.resolve("naive"));
    for (var file : new String[] {"cu", "ptx", "json"}) {
      try (var in = TensorMatmul.class.getResourceAsStream("/kernel/matmul_naive." + file)) {
        Files.write(to.resolve("kernel." + file), Objects.requireNonNull(in).readAllBytes());
      }
    }
    var ptx = Files.readString(to.resolve("kernel.ptx"));
    assertThat(ptx).as("where the instructions go").contains(START);
    Files.writeString(to.resolve("kernel.ptx"), ptx.replace(START, more + START));
    HonestManifest.write(to, event, "naive", "matmul_naive");
    return to;
  }

  private static Judgement judged(Event event, Path entry, Optional<Path> against)
      throws IOException {
    return judge.judge(event, entry, against, 7, _ -> {});
  }

  private static Event with(EventLimits limits, PeakRates floor) {
    return new Event(
        EVENT.id(),
        EVENT.title(),
        EVENT.about(),
        EVENT.workload(),
        EVENT.metric(),
        EVENT.publicSizes(),
        EVENT.secretSizes(),
        EVENT.dtype(),
        EVENT.threads(),
        EVENT.tolerance(),
        EVENT.baseline(),
        limits,
        floor);
  }

  @Test
  void a_cards_clock_counts_for_kernels_alone() {
    var text = EVENT.write().replace("kernel-matmul", "matmul");
    assertThatThrownBy(() -> Event.read(text))
        .as("an event that would time Java on a card")
        .hasMessageContaining("DEVICE_TIME is that of a kernel, got \"matmul\"");
    assertThat(EVENT.metric().isCounted()).as("a time is another one each time").isFalse();
  }

  /// Without samples, and with this claim.
  private static Manifest unmeasured(Manifest manifest, Manifest.@Nullable Claim claim) {
    return new Manifest(
        manifest.entry(),
        manifest.team(),
        manifest.authors(),
        manifest.event(),
        manifest.main(),
        manifest.codeHash(),
        manifest.techniques(),
        manifest.environment(),
        List.of(),
        claim,
        manifest.log());
  }

  @Test
  void who_has_no_card_claims_nothing() throws IOException {
    var manifest = Manifest.read(Files.readString(tiled(EVENT).resolve("manifest.json")));
    var silent = unmeasured(manifest, null);
    assertThat(ManifestCheck.problems(silent, EVENT, ClaimCheck::problems))
        .as("neither samples nor a claim")
        .isEmpty();
    var loud = unmeasured(manifest, new Manifest.Claim(2, 2, 2));
    assertThat(ManifestCheck.problems(loud, EVENT, ClaimCheck::problems))
        .as("a claim without samples")
        .hasSize(1);
  }

  @Test
  void a_kernel_that_is_faster_is_better() throws IOException {
    var judgement = judged(EVENT, tiled(EVENT), Optional.empty());
    assertThat(judgement.verdict()).as("%s", judgement).isEqualTo(JudgeVerdict.BETTER);
    assertThat(requireNonNull(judgement.score()).ratio())
        .as("a sixth of the sectors")
        .isGreaterThan(1.5);
    assertThat(requireNonNull(judgement.score()).forks()).as("forks of two JVMs each").hasSize(6);
    assertThat(judgement.reason()).as("it says on which card").contains("the emulator");
  }

  @Test
  void a_kernel_that_is_slower_is_worse_and_may_compute_more_than_it_needs_to() throws IOException {
    var spin = "\tadd.s32 \t%r27, %r27, -1;\n\tsetp.ne.s32 \t%p1, %r27, 0;\n\t@%p1 bra \t$SPIN;\n";
    var entry = naive(EVENT, "\tmov.u32 \t%r27, 1100;\n$SPIN:\n" + spin);
    var judgement = judged(EVENT, entry, Optional.of(tiled(EVENT)));
    assertThat(judgement.verdict())
        .as(
            "more than 100 instructions for each product, as large tiles have at small sizes: %s",
            judgement)
        .isEqualTo(JudgeVerdict.WORSE);
    assertThat(requireNonNull(judgement.score()).ratio()).isLessThan(0.7);
  }

  @Test
  void of_the_same_kernel_nothing_can_be_shown() throws IOException {
    var judgement = judged(EVENT, naive(EVENT, ""), Optional.empty());
    assertThat(judgement.verdict()).as("%s", judgement).isEqualTo(JudgeVerdict.UNDECIDED);
    assertThat(requireNonNull(judgement.score()).ratio()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "writes nothing, '@%p1 bra $L__BB0_10;', ORACLE, NaN",
    "skips half of the sums, '@%p1 add.s32 %r12, %r12, -9;', ORACLE, a wrong answer",
    "leaves its memory, '@%p1 st.global.u32 [%rd22+268435456], %r14;', CARD, naive",
  })
  void what_is_wrong_on_the_card_alone_is_rejected(
      String what, String instruction, Defence defence, String said) throws IOException {
    var entry = naive(EVENT, IF_LARGE + "\t" + instruction + "\n");
    var judgement = judged(EVENT, entry, Optional.empty());
    assertThat(judgement.verdict()).as("%s: %s", what, judgement).isEqualTo(JudgeVerdict.REJECTED);
    assertThat(judgement.defence()).as(judgement.reason()).isEqualTo(defence.text());
    assertThat(judgement.reason()).contains(said).doesNotContain("on the emulator, before");
  }

  @Test
  void a_kernel_without_end_on_the_card_is_ended() throws IOException {
    var limits = new EventLimits(30, 6, 512, 300, 256);
    var event = with(limits, EVENT.floor());
    var count = "\tadd.s32 \t%r27, %r27, 1;\n"; // else the emulator sees its state come back
    var loop = "$AGAIN:\n" + count + IF_LARGE + "\t@%p1 bra \t$AGAIN;\n";
    var entry = naive(event, "\tmov.u32 \t%r27, 0;\n" + loop);
    var judgement = judged(event, entry, Optional.empty());
    assertThat(judgement.verdict()).as("%s", judgement).isEqualTo(JudgeVerdict.REJECTED);
    assertThat(judgement.defence()).as(judgement.reason()).isEqualTo(Defence.DEADLINE.text());
    assertThat(judgement.reason())
        .contains("has 6 s to answer")
        .doesNotContain("on the emulator, before");
  }

  @ParameterizedTest
  @CsvSource({"kernel-race, KERNEL", "kernel-out-of-bounds, KERNEL", "kernel-half, ORACLE"})
  void what_the_emulator_finds_never_reaches_the_card(String name, Defence defence)
      throws IOException {
    var place = folder.resolve(name);
    var entry =
        name.equals("kernel-race")
            ? CorpusFiles.race(EVENT, place)
            : CorpusFiles.copied(name, EVENT, place);
    var judgement = judged(EVENT, entry, Optional.empty());
    assertThat(judgement.verdict()).as("%s", judgement).isEqualTo(JudgeVerdict.REJECTED);
    assertThat(judgement.defence()).as(judgement.reason()).isEqualTo(defence.text());
    assertThat(judgement.reason()).startsWith("on the emulator, before the card: ");
  }

  @Test
  void a_product_on_tensor_cores_is_rejected() throws IOException {
    var all = "{%r27,%r27,%r27,%r27,%r27,%r27,%r27,%r27}";
    var operands = String.join(", ", all, all, all, all);
    var multiply = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 " + operands + ";\n";
    var entry = naive(EVENT, "mov.u32 %r27, 0;\n" + multiply);
    var judgement = judged(EVENT, entry, Optional.empty());
    assertThat(judgement.verdict()).as("%s", judgement).isEqualTo(JudgeVerdict.REJECTED);
    assertThat(judgement.reason()).contains("tensor cores are outside of this event");
  }

  @Test
  void what_no_card_can_do_is_rejected() throws IOException {
    var event = with(EVENT.limits(), new PeakRates(0.01, 1));
    var judgement = judged(event, tiled(event), Optional.empty());
    assertThat(judgement.defence()).as("%s", judgement).isEqualTo(Defence.ROOFLINE.text());
  }

  @Test
  void an_entry_is_not_to_blame_for_the_other_kernel() throws IOException {
    var wrong = naive(EVENT, IF_LARGE + "\t@%p1 bra $L__BB0_10;\n");
    var judgement = judged(EVENT, tiled(EVENT), Optional.of(wrong));
    assertThat(judgement.verdict()).as("%s", judgement).isEqualTo(JudgeVerdict.UNDECIDED);
    assertThat(judgement.reason()).contains("the other entry was stopped");
  }

  /// Why there is no card; empty where there is one.
  private static String missing() {
    try (var card = CudaGpu.open()) {
      return card.name().isEmpty() ? "a card without a name" : "";
    } catch (NoGpu e) {
      return e.why();
    }
  }

  @Test
  void without_a_card_a_pair_is_not_judged_and_stays_open() throws IOException {
    assumeFalse(missing().isEmpty(), "this machine has a card");
    var entry = tiled(EVENT);
    try (var real = EntryJudge.open(JudgePlan.QUICK)) {
      assertThatThrownBy(() -> real.judge(EVENT, entry, Optional.empty(), 7, _ -> {}))
          .as("an exception is the judge's: no judgement is kept, the next run tries again")
          .isInstanceOf(NoCardException.class)
          .hasMessageContainingAll("no CUDA device", missing(), "stays open", "kernel-time");
      assertThat(real.folder().toFile().list())
          .as("nothing is left of the entry")
          .noneMatch(name -> name.startsWith("entry") || name.startsWith("kernel"));
    }
  }

  @Test
  void on_a_card_its_own_clock_decides() throws IOException {
    assumeTrue(missing().isEmpty(), missing());
    var event = Events.named("kernel-time");
    var entry = tiled(event);
    try (var real = EntryJudge.open(JudgePlan.QUICK)) {
      var judgement = real.judge(event, entry, Optional.empty(), 7, _ -> {});
      assertThat(judgement.score()).as("%s", judgement).isNotNull();
      assertThat(judgement.verdict().isRanked()).as("%s", judgement).isTrue();
      assertThat(judgement.reason()).as("on which card").doesNotContain("the emulator");
    }
  }
}
