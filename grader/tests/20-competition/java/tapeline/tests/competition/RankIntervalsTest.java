package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.competition.RankInterval;
import tapeline.competition.RankIntervals;
import tapeline.competition.Ranked;
import tapeline.competition.Ranked.CountedEntry;
import tapeline.competition.Ranked.MeasuredEntry;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("20.7")
class RankIntervalsTest {
  private final Random random = Seeds.random("ranks");

  /// For example `a 1–2, b 3`.
  private static String ranks(Ranked... entries) {
    return text(RankIntervals.of(List.of(entries)));
  }

  private static String text(List<RankInterval> ranks) {
    return String.join(", ", ranks.stream().map(r -> r.name() + " " + r).toList());
  }

  /// Log ratios around `middle`, of independent forks that vary by 2 %.
  private MeasuredEntry measured(String name, int forks, double middle) {
    return new MeasuredEntry(
        name, random.doubles(forks, -0.02, 0.02).map(x -> middle + x).toArray());
  }

  @Test
  void fewer_is_better_and_equal_is_shared() {
    assertThat(
            ranks(new CountedEntry("a", 30), new CountedEntry("b", 20), new CountedEntry("c", 30)))
        .as("the ranks of 30, 20 and 30 bytes")
        .isEqualTo("a 2–3, b 1, c 2–3");
  }

  @Test
  void alone_one_is_the_first() {
    assertThat(ranks(measured("a", 10, 0))).as("the ranks of one entry").isEqualTo("a 1");
    assertThat(RankIntervals.of(List.of())).as("the ranks of none").isEmpty();
  }

  @Test
  void what_cannot_be_told_apart_shares_ranks() {
    var a = new MeasuredEntry("a", -0.31, -0.29, -0.30, -0.32, -0.28, -0.305, -0.295, -0.315);
    var b = new MeasuredEntry("b", -0.311, -0.291, -0.301, -0.321, -0.281, -0.306, -0.296, -0.316);
    var c = new MeasuredEntry("c", 0.01, 0.02, 0, -0.01, -0.02, 0.005, -0.005, 0.015);
    assertThat(ranks(a, c, b))
        .as("the ranks of a and b, which overlap, and of c, which is slower")
        .isEqualTo("a 1–2, c 3, b 1–2");
  }

  @Test
  void what_is_shown_leaves_more_room_for_the_others() {
    var a = new double[10];
    var b = new double[10];
    var c = new double[10];
    Arrays.setAll(a, i -> -0.9 + 0.01 * i);
    Arrays.setAll(b, i -> -0.3 + 0.01 * i);
    Arrays.setAll(c, i -> -0.265 + 0.01 * i);
    assertThat(
            ranks(new MeasuredEntry("a", a), new MeasuredEntry("b", b), new MeasuredEntry("c", c)))
        .as(
            "the ranks where a is far ahead, and b and c differ at p = 0.029: Holm takes the largest"
                + " of three p-values as it is, Bonferroni three times it")
        .isEqualTo("a 1, b 2, c 3");
  }

  @Test
  void between_two_one_may_be_either() {
    var a = new MeasuredEntry("a", -0.16, -0.15, -0.14, -0.13, -0.12, -0.11, -0.10, -0.09);
    var b = new MeasuredEntry("b", -0.155, -0.135, -0.115, -0.095, -0.075, -0.055, -0.035, -0.015);
    var c = new MeasuredEntry("c", -0.08, -0.07, -0.06, -0.05, -0.04, -0.03, -0.02, -0.01);
    assertThat(ranks(a, b, c))
        .as("the ranks where only a is shown to be better than c, and b lies between them")
        .isEqualTo("a 1–2, b 1–3, c 2–3");
  }

  @Test
  void with_three_forks_nothing_is_shown() {
    assertThat(ranks(measured("fast", 3, -2), measured("slow", 3, 2)))
        .as("the ranks of two entries with 3 forks: the least p is 2/20")
        .isEqualTo("fast 1–2, slow 1–2");
    assertThat(RankIntervals.fewestForks(2, 0.05)).as("forks for two entries").isEqualTo(4);
  }

  @Test
  void twenty_equal_entries_share_the_first_rank() {
    int tables = 20;
    int shared = 0;
    for (int t = 0; t < tables; t++) {
      var entries = new ArrayList<Ranked>();
      for (int e = 0; e < 20; e++) {
        entries.add(measured("e" + e, 10, -0.3));
      }
      shared += RankIntervals.of(entries).stream().allMatch(r -> r.best() == 1) ? 1 : 0;
    }
    assertThat(shared)
        .as(
            "how many of %d tables of 20 equal entries let all share rank 1. 190 comparisons are"
                + " made in each: at 5 %% apiece, hardly a table has no winner",
            tables)
        .isGreaterThanOrEqualTo(15);
  }

  @Test
  void one_that_is_better_is_found_among_twenty() {
    var entries = new ArrayList<Ranked>();
    for (int e = 0; e < 19; e++) {
      entries.add(measured("e" + e, 10, -0.3));
    }
    entries.add(7, measured("winner", 10, -0.5));
    var ranks = RankIntervals.of(entries);
    assertThat(ranks.get(7).toString()).as("the rank of the one that is better").isEqualTo("1");
    assertThat(ranks.get(0).best()).as("the best rank of another").isEqualTo(2);
  }

  @Test
  void the_level_is_a_parameter() {
    var a = new MeasuredEntry("a", -0.5, -0.51, -0.52, -0.53);
    var b = new MeasuredEntry("b", 0.5, 0.51, 0.52, 0.53);
    assertThat(text(RankIntervals.of(List.of(a, b), 0.05)))
        .as("the ranks of two entries with p = 2/70, at 5 %")
        .isEqualTo("a 1, b 2");
    assertThat(text(RankIntervals.of(List.of(a, b), 0.01)))
        .as("the ranks of two entries with p = 2/70, at 1 %")
        .isEqualTo("a 1–2, b 1–2");
  }

  @Test
  void every_entry_has_a_name_of_its_own() {
    assertThat(Thrown.by(() -> ranks(measured("a", 10, 0), measured("a", 10, -1))))
        .as("what is said of two entries called a: whose rank is whose?")
        .startsWith("IllegalArgumentException");
    assertThat(Thrown.by(() -> ranks(new CountedEntry("a", 3), measured("b", 10, 0))))
        .as("what is said of a count beside a time")
        .startsWith("IllegalArgumentException");
  }
}
