package tapeline.laboratory.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

class TrendTest {
  private final Random random = new Random(7);

  /// Twenty checks to 0.3 %, from the tenth on with another speed.
  private Trend trend(double factor) {
    var checks = new ArrayList<CheckedVersion>();
    for (int i = 0; i < 20; i++) {
      double ratio = (i < 10 ? 1 : factor) * Math.exp(0.003 * random.nextGaussian());
      checks.add(check("c<" + i + ">", ratio));
    }
    return Trend.of("horner & son", checks);
  }

  private static CheckedVersion check(String commit, double ratio) {
    return new CheckedVersion(
        commit,
        "now",
        "12",
        1,
        ratio,
        0.99 * ratio,
        1.01 * ratio,
        0.01,
        new Budget.Counts(0, 0, 0, 0),
        ratio > 1.05 ? List.of("time") : List.of());
  }

  @Test
  void a_step_is_named_by_its_commit() {
    var steps = trend(1.04).steps();
    assertThat(steps).hasSize(1);
    assertThat(steps.getFirst().commit())
        .as("the first slower check, though 4 % are within the budget of each")
        .isEqualTo("c<10>");
    assertThat(steps.getFirst().factor()).isCloseTo(1.04, within(0.01));
    assertThat(steps.getFirst().toString()).matches("c<10>: [345]\\.\\d % slower");
    assertThat(trend(0.9).steps().getFirst().toString()).endsWith("faster");
  }

  @Test
  void a_slow_creep_is_a_step_once_it_is_long_enough() {
    var checks = new ArrayList<CheckedVersion>();
    var pieces = new ArrayList<ChangePoints.Piece>();
    for (int i = 0; i < 5; i++) {
      double log = 0.006 * i;
      pieces.add(new ChangePoints.Piece(5 * i, 5 * i + 5, log));
      for (int k = 0; k < 5; k++) {
        checks.add(check("c" + checks.size(), Math.exp(log)));
      }
    }
    var steps = new Trend("horner", checks, pieces).steps();
    assertThat(steps)
        .as("0.6 % more every five checks: 1 % is passed at the tenth, and again at the twentieth")
        .extracting(Trend.Step::commit)
        .containsExactly("c10", "c20");
    assertThat(steps.getLast().factor()).isCloseTo(Math.exp(0.012), within(1e-9));
  }

  @Test
  void noise_has_no_steps() {
    assertThat(trend(1).steps()).isEmpty();
    assertThat(Trend.of("one", List.of(check("c", 1.1))).steps()).as("of one check").isEmpty();
  }

  @Test
  @Needs(Need.FONTS)
  void the_picture_shows_checks_steps_and_what_was_over() {
    var svg = trend(1.2).svg();
    assertThat(svg)
        .contains("<title>horner &amp; son</title>")
        .doesNotContain("NaN", "Infinity", "& son");
    var red = "<ellipse[^>]*fill:rgb\\(193,18,31\\)";
    assertThat(Pattern.compile(red).matcher(svg).results())
        .as("ten over the budget, and one in the legend")
        .hasSize(11);
    var infinite =
        new CheckedVersion(
            "c",
            "now",
            "",
            1,
            1,
            0,
            Double.POSITIVE_INFINITY,
            1,
            new Budget.Counts(0, 0, 0, 0),
            List.of());
    assertThat(Trend.of("x", List.of(infinite)).svg())
        .as("an interval of too few pairs")
        .doesNotContain("NaN", "Infinity");
  }
}
