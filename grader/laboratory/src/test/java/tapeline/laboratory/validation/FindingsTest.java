package tapeline.laboratory.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.NoiseModel;
import tapeline.laboratory.machine.Surroundings;

/// The findings of a validation whose forks were made up.
class FindingsTest {
  private static final Plan TEN = new Plan(new int[] {10}, new double[] {0.05}, 40, 200, 60);
  private static final Trial EQUAL = new Trial("equal", 0, TEN, 24, 30);
  private static final Trial MORE = new Trial("2 % more", 4, TEN, 10, 30);

  @TempDir Path folder;
  @AutoClose private ForkLog log;

  /// A table in which every rate is this.
  private static TruthTable table(double alarms, double coverage) {
    var ofRules = new EnumMap<DecisionRule, Map<NoiseModel, Double>>(DecisionRule.class);
    for (var rule : DecisionRule.values()) {
      ofRules.put(rule, ofNoises(alarms));
    }
    return new TruthTable(1000, ofRules, ofRules, ofNoises(coverage));
  }

  private static Map<NoiseModel, Double> ofNoises(double rate) {
    var rates = new EnumMap<NoiseModel, Double>(NoiseModel.class);
    for (var noise : NoiseModel.values()) {
      rates.put(noise, rate);
    }
    return rates;
  }

  private Findings findings(List<Trial> trials, int forks, TruthTable table) throws IOException {
    var live = new LiveTrials(trials, new MadeUpForks(), 1, log());
    var left = new int[] {forks};
    live.run(() -> left[0]-- > 0, () -> {});
    return new Findings(table, trials, live);
  }

  @BeforeEach
  void open() throws IOException {
    log = ForkLog.open(folder.resolve("forks.jsonl"), "");
  }

  private ForkLog log() throws IOException {
    log.close();
    log = ForkLog.open(folder.resolve("forks.jsonl"), "");
    return log;
  }

  private static List<String> verdicts(Findings findings) {
    return findings.requirements().stream().map(Requirement::verdict).toList();
  }

  @Test
  void what_holds_is_said_to_hold() throws IOException {
    var findings = findings(List.of(EQUAL, MORE), 1000, table(0.05, 0.955));
    assertThat(verdicts(findings)).containsOnly("held").hasSize(5);
    assertThat(findings.requirements().get(1).found())
        .as("240 forks of three kinds of work, in groups of 20 that share none")
        .endsWith(" of 12");
    assertThat(findings.requirements().get(2).found()).isEqualTo("100.0 % [72.2, 100.0] of 10");
  }

  @Test
  void what_is_slow_to_be_found_is_not_found_in_time() throws IOException {
    var hasty = new Trial("2 % more", 4, TEN, 10, 0);
    assertThat(verdicts(findings(List.of(hasty), 1000, table(0.05, 0.95)))).startsWith("missed");
  }

  @Test
  void what_was_not_measured_is_not_shown() throws IOException {
    assertThat(verdicts(findings(List.of(EQUAL, MORE), 25, table(0.05, 0.95))))
        .startsWith(
            "not shown: 24 are wanted", "not shown: 12 are wanted", "not shown: 10 are wanted");
  }

  @Test
  void programs_that_are_called_different_though_equal_are_a_miss() throws IOException {
    var lying = new Trial("equal", 0, TEN, 24, 30);
    var live =
        new LiveTrials(
            List.of(lying),
            (_, _, seed, number) -> new MadeUpForks().fork(MORE, "", seed, number),
            1,
            log());
    live.run(() -> true, () -> {});
    assertThat(verdicts(new Findings(table(0.05, 0.95), List.of(lying), live)))
        .as("the forks of equal programs differ by 2 %: under one look, and under three")
        .startsWith("missed", "missed");
  }

  @Test
  void made_up_times_have_their_error() throws IOException {
    assertThat(verdicts(findings(List.of(), 0, table(0.055, 0.935))))
        .as("5.5 and 93.5 % of 1000")
        .containsExactly("within the error", "within the error");
    assertThat(verdicts(findings(List.of(), 0, table(0.09, 0.90))))
        .containsExactly("missed", "missed");
    assertThat(verdicts(findings(List.of(), 0, table(0.03, 0.99))))
        .containsExactly("held", "missed");
  }

  @Test
  void the_page_has_every_table() throws IOException {
    var trials = List.of(EQUAL, MORE);
    var findings = findings(trials, 1000, table(0.05, 0.955));
    var times = log.entries().getFirst().times();
    for (double load : new double[] {-1, 7}) {
      for (int i = 0; i < 400; i++) {
        var hot = new Surroundings(1, 0, 100);
        log.append(new ForkLog.Entry("another", 0, "", 1, load, hot, times));
      }
    }
    var machine =
        new SystemInfo(
            "a processor", 1, 2, "", 1L << 30, "a system", "a JVM", List.of(), "", 3, "", "");
    var page = ValidationPage.of(findings, machine, "the settings", "2026-01-01T00:00:00Z", log);
    assertThat(page)
        .contains("2026-01-01T00:00:00Z. a processor, 2 threads; a system; a JVM.")
        .contains(" Load in the minute before a fork: median 7.0.")
        .contains("\n> the processor was too hot, and slowed down 800 times\n")
        .contains(
            "\n> when the last session began, other programs are at work: 3.0 of 2 processors")
        .contains("```text\nthe settings\n```")
        .contains(
            "| live: 2 % more, found in 30 s, at least 90 % | 100.0 % [72.2, 100.0] of 10 | held |")
        .contains("| 2 % more | Sorting | 3 | 100 % | 0 % | 100 % |");
    for (var rule : DecisionRule.values()) {
      assertThat(page).contains("| " + rule + " | 5.0 % |");
    }
    assertThat(page.lines().filter(line -> line.startsWith("## "))).hasSize(6);
  }
}
