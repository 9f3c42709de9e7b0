package tapeline.tests.roofline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.Curve;
import tapeline.instruments.machine.Plateau;
import tapeline.roofline.machine.Plateaus;
import tapeline.tests.Seeds;

@Tag("12.4")
class PlateausTest {
  private final Random random = Seeds.random("plateaus");

  /// `100 from size 0 to 8; 50 from …`, as messages show them.
  private static String words(List<Plateau> plateaus) {
    return plateaus.stream()
        .map(p ->
            String.format(
                Locale.ROOT,
                "%.0f from size %d to %d",
                p.rate().perSecond(),
                number(p.from()),
                number(p.to())))
        .collect(Collectors.joining("; "));
  }

  private static long number(long bytes) {
    return Math.round(4 * Math.log(bytes / 8192.0) / Math.log(2));
  }

  private static void assertFound(MadeUpCurve made, String what, String expected) {
    assertThat(words(Plateaus.find(made.curve()))).as("plateaus of %s", what).isEqualTo(expected);
  }

  @Test
  void the_slope_between_belongs_to_neither() {
    assertFound(
        MadeUpCurve.empty().level(100, 9).slope(0.8, 3).level(50 * 0.8, 12),
        "9 sizes at 100, then 80, 64 and 51, then 12 at 40",
        "100 from size 0 to 8; 40 from size 12 to 23");
  }

  @Test
  void four_sizes_are_enough_and_three_are_not() {
    assertFound(
        MadeUpCurve.empty().level(100, 4).level(50, 3).level(20, 4),
        "4 sizes at 100, 3 at 50, 4 at 20",
        "100 from size 0 to 3; 20 from size 7 to 10");
  }

  @Test
  void a_steady_slope_has_no_plateau() {
    assertFound(
        MadeUpCurve.empty().level(100, 1).slope(0.9, 40), "41 sizes, each 0.9 of the last", "");
  }

  @Test
  void one_outlier_does_not_cut_a_plateau() {
    assertFound(
        MadeUpCurve.empty().level(100, 20).outlier(9, 40),
        "20 sizes at 100, but number 9 at 40",
        "100 from size 0 to 19");
  }

  @Test
  void finds_three_caches_and_memory_in_noise() {
    var truth = new double[] {150, 105, 60, 20};
    for (int draw = 0; draw < 20; draw++) {
      var made =
          MadeUpCurve.empty()
              .level(150, 9)
              .level(105, 18)
              .slope(0.87, 3)
              .level(60, 14)
              .slope(0.8, 4)
              .level(20, 10)
              .noise(0.02, random);
      var found = Plateaus.find(made.curve());
      assertThat(found)
          .as("plateaus of a curve of three caches and memory with 2 %% of noise, draw %d", draw)
          .hasSize(4);
      for (int i = 0; i < 4; i++) {
        assertThat(found.get(i).rate().perSecond())
            .as("level of plateau %d of draw %d", i, draw)
            .isCloseTo(truth[i], within(0.05 * truth[i]));
      }
      assertThat(number(found.getFirst().to())).as("where L1 ends").isEqualTo(8);
      assertThat(number(found.getLast().from())).as("where memory begins").isBetween(47L, 49L);
    }
  }

  @Test
  void no_other_cut_is_cheaper() {
    for (int draw = 0; draw < 30; draw++) {
      var curve = MadeUpCurve.empty().level(100, 6).level(80, 7).noise(0.08, random).curve();
      double[] logs = IntStream.range(0, 13).mapToDouble(i -> Math.log(curve.rate(i))).toArray();
      assertThat(price(curve, logs))
          .as("price of the plateaus of draw %d; of all cuts the cheapest costs", draw)
          .isCloseTo(cheapest(logs, 13), within(1e-9));
    }
  }

  /// The price of what was found.
  private static double price(Curve curve, double... logs) {
    double price = Plateaus.LEFT_OUT * logs.length;
    for (var p : Plateaus.find(curve)) {
      int from = curve.bytes().indexOf(p.from());
      int to = curve.bytes().indexOf(p.to()) + 1;
      price += Plateaus.PLATEAU + Plateaus.unevenness(logs, from, to);
      price -= Plateaus.LEFT_OUT * (to - from);
    }
    return price;
  }

  /// The least price of the first `n` values, by trying all cuts.
  private static double cheapest(double[] logs, int n) {
    if (n == 0) return 0;
    double least = Plateaus.LEFT_OUT + cheapest(logs, n - 1);
    for (int from = 0; from <= n - Plateaus.LEAST; from++) {
      double plateau = Plateaus.PLATEAU + Plateaus.unevenness(logs, from, n);
      least = Math.min(least, cheapest(logs, from) + plateau);
    }
    return least;
  }
}
