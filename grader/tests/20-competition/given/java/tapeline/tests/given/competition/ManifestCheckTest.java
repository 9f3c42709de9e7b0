package tapeline.tests.given.competition;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.tests.competition.SampleManifests.LOG;
import static tapeline.tests.competition.SampleManifests.constant;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Manifest;
import tapeline.competition.Manifest.Claim;
import tapeline.competition.Manifest.LogEntry;
import tapeline.competition.Manifest.Times;
import tapeline.competition.ManifestCheck;
import tapeline.tests.Seeds;
import tapeline.tests.competition.SampleEvents;
import tapeline.tests.competition.SampleManifests;

class ManifestCheckTest {
  private final List<Times> samples = SampleManifests.forks(8, 15, 1.25, Seeds.random("manifest"));
  private final Event event = SampleEvents.matmul();

  private static List<String> problems(Event event, Manifest manifest) {
    return ManifestCheck.problems(manifest, event, ClaimCheck::problems);
  }

  /// Returns the problems of a manifest with these samples, a claim of 1, and a complete log.
  private List<String> withSamples(List<Times> some) {
    return problems(event, SampleManifests.of(some, new Claim(1, 1, 1), LOG));
  }

  private List<String> withClaim(Claim claim) {
    return problems(event, SampleManifests.of(samples, claim, LOG));
  }

  private List<String> withLog(List<LogEntry> log) {
    return problems(event, SampleManifests.of(samples, ClaimCheck.recomputed(samples), log));
  }

  private List<Times> changed(int fork, double nanos) {
    var some = new ArrayList<>(samples);
    var entry = constant(15, 900);
    entry.set(7, nanos);
    some.set(fork, new Times(some.get(fork).baseline(), entry));
    return some;
  }

  /// Returns the problems of a manifest with these samples, and the claim that they come to.
  private List<String> withHonest(List<Times> some) {
    return problems(event, SampleManifests.of(some, ClaimCheck.recomputed(some), LOG));
  }

  private static final Pattern NUMBER =
      Pattern.compile("-?(\\d+(,\\d{3})*(\\.\\d+)?([eE][+-]?\\d+)?|Infinity)|NaN");

  /// One of the sentences has this number in it, however it is written.
  private static void assertNamed(double number, List<String> problems, String of) {
    assertThat(problems)
        .as("the problems %s, one of them with %s", of, number)
        .anySatisfy(p ->
            assertThat(NUMBER.matcher(p.replace("∞", "Infinity")).results())
                .extracting(r -> Double.valueOf(r.group().replace(",", "")))
                .contains(number));
  }

  @Test
  void fewer_than_six_forks_show_nothing() {
    assertThat(withSamples(samples.subList(0, 5)))
        .as("the problems of a manifest with 5 forks")
        .anySatisfy(p -> assertThat(p).contains("forks", "5"));
    assertThat(withSamples(List.of())).as("the problems without samples").isNotEmpty();
  }

  /// Without a claim, as what so many samples come to takes long.
  @Test
  void there_are_not_too_many_forks_or_times() {
    var forks = nCopies(101, new Times(constant(10, 900), constant(10, 900)));
    assertNamed(101, problems(event, SampleManifests.of(forks, null, LOG)), "with 101 forks");
    var times = nCopies(6, new Times(constant(10_001, 900), constant(10_001, 900)));
    assertNamed(
        10_001, problems(event, SampleManifests.of(times, null, LOG)), "with 10,001 times a fork");
  }

  @Test
  void both_sides_have_as_many_times() {
    var some = new ArrayList<>(samples);
    some.set(3, new Times(constant(30, 9000), constant(12, 8000)));
    assertThat(withSamples(some))
        .as("the problems with 30 times of the baseline and the best 12 of the entry")
        .anySatisfy(p -> assertThat(p).contains("30", "12"));
    var few = nCopies(8, new Times(constant(9, 9000), constant(9, 8000)));
    assertNamed(9, withHonest(few), "with 9 times a fork");
  }

  @Test
  void every_time_is_one_that_can_be() {
    for (double nanos : new double[] {0, -900, 0.5, 4e12, 1e308, Double.POSITIVE_INFINITY}) {
      assertNamed(nanos, withSamples(changed(5, nanos)), "with a time of " + nanos);
    }
    assertNamed(0.5, withSamples(changed(0, 0.5)), "with a time of 0.5 in the first fork");
  }

  @Test
  void the_baselines_times_can_be_too() {
    var some = new ArrayList<>(samples);
    var baseline = constant(15, 900);
    baseline.set(7, 4e12);
    some.set(5, new Times(baseline, constant(15, 900)));
    assertNamed(
        4e12, withSamples(some), "with a time of 4e12 ns of the baseline, more than an hour");
  }

  @Test
  void the_ends_are_allowed() {
    for (double nanos : new double[] {1, 3.6e12}) {
      var some = changed(5, nanos);
      assertThat(withHonest(some))
          .as("the problems with a time of %s ns: 1 ns and an hour are times", nanos)
          .isEmpty();
    }
    var some = nCopies(8, new Times(constant(15, 1e7), constant(15, 10)));
    var right = ClaimCheck.recomputed(some);
    var claim = new Claim(1e6, right.low(), right.high());
    assertThat(problems(event, SampleManifests.of(some, claim, LOG)))
        .as("the problems of samples, and a claim, of a million times")
        .isEmpty();
  }

  @Test
  void nan_is_no_time() {
    assertNamed(
        Double.NaN,
        withSamples(changed(5, Double.NaN)),
        "with a time of NaN, which is neither below 1 nor above an hour");
  }

  @Test
  void a_claim_is_what_the_samples_say() {
    var right = ClaimCheck.recomputed(samples);
    assertNamed(
        2,
        withClaim(new Claim(2, right.low(), right.high())),
        "of a claim of 2 with samples that say 1.25");
    assertThat(withClaim(new Claim(right.high(), right.low(), right.high())))
        .as("the problems of a claim of what is the upper limit")
        .isNotEmpty();
    assertThat(withClaim(new Claim(Double.NaN, right.low(), right.high())))
        .as("the problems of a claim of NaN")
        .isNotEmpty();
    assertThat(withLog(LOG)).as("the problems of an honest manifest").isEmpty();
  }

  @Test
  void nobody_is_a_million_times_faster() {
    var some = nCopies(8, new Times(constant(15, 3e12), constant(15, 1)));
    assertThat(withHonest(some))
        .as("the problems of samples, and a claim, of 3e12 times")
        .hasSize(1);
  }

  @Test
  void samples_without_a_claim_are_not_complete() {
    assertThat(problems(event, SampleManifests.of(samples, null, LOG)))
        .as("the problems of samples without a claim")
        .hasSize(1);
  }

  @Test
  void what_is_counted_has_no_samples() {
    var counted = SampleEvents.counted();
    assertThat(problems(counted, SampleManifests.of(List.of(), null, LOG)))
        .as("the problems of a manifest without samples where bytes are counted")
        .isEmpty();
    assertThat(problems(counted, SampleManifests.of(samples, ClaimCheck.recomputed(samples), LOG)))
        .as("the problems of a manifest with samples where bytes are counted")
        .isNotEmpty();
    var one = SampleManifests.of(samples.subList(0, 1), null, LOG);
    assertThat(problems(counted, one))
        .as("the problems of a single fork where bytes are counted")
        .anySatisfy(p -> assertThat(p).contains("1"));
    assertThat(problems(counted, SampleManifests.of(List.of(), new Claim(2, 1, 3), LOG)))
        .as("the problems of a claim that nothing was measured for")
        .hasSize(1);
  }

  @Test
  void a_work_log_has_a_step() {
    assertThat(withLog(List.of())).as("the problems of an empty work log").hasSize(1);
    assertThat(withLog(List.of(new LogEntry("tiles", "tried them", "slower: undone"))))
        .as("the problems of a log whose only idea failed")
        .isEmpty();
  }

  @Test
  void a_step_has_a_hypothesis_a_change_and_a_measurement() {
    for (var step :
        List.of(
            new LogEntry("  ", "tiles", "12 % less"),
            new LogEntry("it waits for memory", "", "12 % less"),
            new LogEntry("it waits for memory", "tiles", "\t\n"))) {
      assertThat(withLog(List.of(LOG.getFirst(), step)))
          .as("the problems of the step " + step.toString().replaceAll("\\s", " "))
          .hasSize(1);
      assertThat(withLog(List.of(step)))
          .as("the problems of a log with this step alone")
          .hasSize(1);
    }
  }
}
