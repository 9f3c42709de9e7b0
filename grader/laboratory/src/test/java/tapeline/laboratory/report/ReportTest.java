package tapeline.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.Pareto;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Interval;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instruments.machine.HardwareComparison;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.report.ComparisonFile.Entrant;
import tapeline.toolkit.Todo;

class ReportTest {
  private static final Entrant A = new Entrant("plain", "A", List.of(), "");
  private static final Entrant B = new Entrant("other", "B", List.of(), "");

  private static Report of(double... ratios) {
    return new Report(
        "several",
        IntStream.range(0, ratios.length).mapToObj(i -> MadeUp.file(ratios[i], i + 1)).toList(),
        List.of(MadeUp.result("<slow>", 20), MadeUp.result("fast", 5)),
        new Choices(
            List.of(
                new Choices.Axis("time", "µs", 1e-3),
                new Choices.Axis("error", "", 1e-17),
                new Choices.Axis("a & b", "bytes", 1)),
            List.of(
                new Pareto.Choice("<slow>", 20, 1e-12, 0),
                new Pareto.Choice("fast", 5, 1e-9, 3000),
                new Pareto.Choice("beaten", 25, 1e-8, 100))));
  }

  @Test
  @Needs(Need.FONTS)
  void the_page_of_one_says_the_verdict_and_warns() {
    var page = ReportPage.of(MadeUp.report(MadeUp.file(0.5, 1))).replaceAll("base64,[^\"]*", "");
    assertThat(page)
        .contains("tiled &amp; &quot;packed&quot; beside plain")
        .contains("<p class=\"verdict\">1.99× as fast")
        .contains("95 % [1.9", "p = 0.002: faster")
        .contains("a &lt;processor&gt;", "1a2b3c4", "16 and 0", "plan looks</td>", "-Xfast")
        .contains("the clock is governed for &quot;powersave&quot;")
        .contains("other programs are at work: 3.0 of 4 processors")
        .doesNotContain("All comparisons", "<script", "http://", "https://", "NaN", "Infinity");
    assertThat(ReportPage.of(MadeUp.report(MadeUp.file(1, 4))))
        .contains("<p class=\"verdict\">undecided", "no proof that both are equal");
  }

  @Test
  @Needs(Need.FONTS)
  void the_page_of_several_has_all_its_parts() {
    var page = ReportPage.of(of(0.5, 1));
    assertThat(page.replaceAll("base64,[^\"]*", ""))
        .contains("All comparisons", "Single programs", "alt=\"Pareto front\"")
        .contains("<title>Qualities</title>", "fast, a &amp; b: 3000 bytes</title>")
        .contains("p = 0.004: faster<", ": undecided<")
        .contains("On the front: fast, &lt;slow&gt;.", "3000 bytes")
        .contains(
            "NVIDIA A100 SXM, 80 GB, throughput: 312 TFLOP/s, FP16 tensor</title>",
            "780 GFLOP/s a watt")
        .contains(".tape-radar:has(.legend.g0:is(:hover, :focus))", ".tape-loglog:has(.legend.g0")
        .doesNotContain("<slow>", "a & b")
        .doesNotContain("<script", "@import", "NaN", "Infinity", "http://", "https://");
    assertThat(page.split("<img", -1))
        .as("one of all, three of each comparison, three of the programs, and the front")
        .hasSize(1 + 1 + 2 * 3 + 3 + 1);
    assertThat(page.split("src=\"data:image/png", -1)).as("three strips").hasSize(1 + 3);
  }

  @Test
  @Needs(Need.FONTS)
  void a_section_that_is_not_to_be_had_costs_no_other(@TempDir Path folder) throws IOException {
    var spoilt = Files.writeString(folder.resolve("machine.json"), "{");
    assertThat(ReportPage.of(of(0.5), () -> HardwareSection.machines(spoilt)))
        .contains("holds no machine", "measure with: ./tapeline run MeasureMachine")
        .contains("alt=\"Pareto front\"", "</body></html>");
    Supplier<HardwareComparison> stub =
        () -> {
          throw new Todo("12.3", "the roof");
        };
    assertThat(ReportPage.of(of(0.5), stub))
        .contains("not shown: exercise 12.3 is still to be written: the roof")
        .contains("alt=\"Pareto front\"", "<h2>Machine<", "</body></html>");
  }

  @Test
  void many_verdicts_are_corrected_together() {
    var plan = Plan.of(6);
    var sure = MadeUp.exactly(0.5, 0.51, 0.49, 0.5, 0.52, 0.48);
    var file = MadeUp.file(sure, plan, A, B, 1);
    assertThat(MadeUp.report(file).verdict(0))
        .as("p = 2/64 by itself")
        .isEqualTo(SpeedVerdict.FASTER);
    var two = new Report("two", List.of(file, file), List.of(), null);
    assertThat(two.adjusted()).as("Holm: twice 2/64").containsExactly(0.0625, 0.0625);
    assertThat(two.verdict(0)).as("of two together").isEqualTo(SpeedVerdict.UNDECIDED);
    assertThat(two.summary()).contains("p = 0.063", "undecided", "Holm's correction");
  }

  @Test
  @Needs(Need.FONTS)
  void each_machine_has_its_facts() {
    var one = MadeUp.file(1, 1);
    var two =
        ComparisonFile.fromJson(
            one.toJson().replace("a <processor>", "another").replace("3.0", "0.0"));
    var busier = ComparisonFile.fromJson(one.toJson().replace("3.0", "3.5"));
    var report = new Report("three", List.of(one, two, busier), List.of(), null);
    assertThat(ReportPage.of(report))
        .contains("Machine of comparison 1, 3<", "Machine of comparison 2<", ">another<")
        .contains("other programs are at work: 3.5 of 4 processors");
    assertThat(report.summary()).contains("seed 1, a <processor>, another");
  }

  @Test
  void a_verdict_has_the_side_of_the_comparisons_own() {
    var many = MadeUp.exactly(1, 1, 1, 1, 1, 1, 1, 1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9);
    assertThat(many.speedUp())
        .as("the median of forks that a coarse clock made equal")
        .isEqualTo(1);
    var file = MadeUp.file(many, Plan.of(15), A, B, 1);
    assertThat(MadeUp.report(file).verdict(0))
        .isEqualTo(many.verdict())
        .isEqualTo(SpeedVerdict.FASTER);
  }

  @Test
  void noisier_pairs_need_more_of_them() {
    assertThat(ReportPage.forksNeeded(MadeUp.comparison("A", "B", 1, 1)))
        .as("pairs that scatter by 0.7 %: the fewest that a plan may have")
        .isEqualTo("6");
    var noisy = MadeUp.exactly(1.2, 0.8, 1.16, 0.88, 1.04, 1.1, 0.94);
    assertThat(ReportPage.forksNeeded(noisy)).isEqualTo("more than 100");
    var usual = MadeUp.exactly(1.01, 0.99, 1.03, 0.98, 1.02, 1, 0.97);
    assertThat(Integer.parseInt(ReportPage.forksNeeded(usual)))
        .as("2 % where pairs scatter by 2 %")
        .isBetween(8, 14);
  }

  @Test
  void a_program_beside_itself_has_two_rows_of_times() {
    var file = MadeUp.file(MadeUp.comparison("plain", "plain", 1, 1), Plan.of(10), A, A, 1);
    assertThat(ReportPage.times(file)).containsOnlyKeys("A: plain", "B: plain");
  }

  @Test
  void the_p_of_a_plan_counts_all_its_looks() {
    var plan = new Plan(new int[] {6, 8}, new double[] {0.04, 0.01}, 1, 1, 1);
    var first = MadeUp.file(MadeUp.exactly(0.5, 0.5, 0.5, 0.5, 0.5, 0.5), plan, A, B, 1);
    assertThat(first.p())
        .as("2/64 of the first look, which has 4/5")
        .isCloseTo(2.5 / 64, within(1e-12));
    var second = MadeUp.file(MadeUp.exactly(.9, .8, .9, .8, .9, 1.1, .9, .9), plan, A, B, 1);
    assertThat(second.p()).as("the first look counts at the second, too").isLessThan(1);
    assertThat(second.p())
        .isLessThanOrEqualTo(MadeUp.exactly(.9, .8, .9, .8, .9, 1.1, .9, .9).p() * 5);
  }

  @Test
  void a_terminal_gets_the_same_in_twenty_lines() {
    var some = of(0.5, 1).summary();
    assertThat(some)
        .contains("1.99×", "95 % [1.9", "faster", "undecided", "seed 1", "<slow>", "beware: ");
    var many = of(0.5, 1, 0.6, 0.7, 0.8, 1.1, 1.2, 1.3, 1.4).summary();
    assertThat(many).contains("the first 5 of 9 rows", "fast ");
    assertThat(many.lines()).as(many).hasSizeLessThanOrEqualTo(20);
  }

  @Test
  void a_radar_puts_the_best_at_the_rim() {
    var axes =
        List.of(
            new Choices.Axis("x", "", 1),
            new Choices.Axis("y", "", 1),
            new Choices.Axis("z", "", 1));
    var all =
        new Choices(
            axes,
            List.of(
                new Pareto.Choice("a", 1, 5, 0),
                new Pareto.Choice("b", 10, 5, 1),
                new Pareto.Choice("c", 100, 5, 0.5)));
    assertThat(all.place(0, 0)).as("the cheapest").isEqualTo(1);
    assertThat(all.place(1, 0)).as("half-way by the logarithm").isCloseTo(0.575, within(1e-12));
    assertThat(all.place(2, 0)).as("the dearest").isCloseTo(0.15, within(1e-12));
    assertThat(all.place(1, 1)).as("where all are equal").isEqualTo(1);
    assertThat(all.place(0, 2)).as("below what counts as different").isEqualTo(1);
    assertThatThrownBy(() -> new Choices(List.of(), List.of()))
        .hasMessage("a radar has three axes or more, got 0");
    for (var wrong : List.of(new Pareto.Choice("d", 1.0), new Pareto.Choice("d", 0, 1, 1))) {
      assertThatThrownBy(() -> new Choices(axes, List.of(wrong)))
          .hasMessageStartingWith("a choice has a cost for each of 3 axes, and the first two are")
          .hasMessageEndingWith(" of d");
    }
  }

  @Test
  void a_front_says_which_may_be_on_it() {
    var axis = new Choices.Axis("x", "", 1);
    var exact = Interval.exactly(1);
    var all =
        new Choices(
            List.of(axis, axis, axis),
            List.of(
                new Pareto.Choice("cheap", exact, Interval.exactly(9), exact),
                new Pareto.Choice("a", Interval.exactly(2), new Interval(4, 6, 0.9), exact),
                new Pareto.Choice("b", Interval.exactly(2.5), new Interval(5, 8, 0.9), exact)));
    assertThat(all.frontInWords()).isEqualTo("cheap, a, b (may be)");
  }

  @Test
  void a_front_has_what_no_other_beats() {
    assertThat(Objects.requireNonNull(of().choices()).front())
        .extracting(Pareto.Choice::name)
        .as("the cheapest first, without what is beaten")
        .containsExactly("fast", "<slow>");
  }
}
