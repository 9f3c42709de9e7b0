package tapeline.tests.roofline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.roofline.machine.PointerChase;
import tapeline.tests.Seeds;

@Tag("12.3")
class PointerChaseTest {
  private static final int DRAWS = 6000;

  private final Random random = Seeds.random("pointer chase");

  /// After how many steps the way is at line 0 again; n + 1 when it is not after n.
  private static int way(int... next) {
    int at = next[0];
    int steps = 1;
    while (at != 0 && steps <= next.length) {
      at = next[at];
      steps++;
    }
    return steps;
  }

  @Test
  void visits_all_lines_before_it_comes_back() {
    for (int lines : new int[] {2, 3, 5, 10, 100, 1000}) {
      for (int draw = 0; draw < 20; draw++) {
        assertThat(way(PointerChase.cycle(lines, random)))
            .as("steps from line 0 of cycle(%d) until line 0, draw %d", lines, draw)
            .isEqualTo(lines);
      }
    }
  }

  @Test
  void goes_in_no_order() {
    int[] next = PointerChase.cycle(1000, random);
    int near = 0;
    for (int i = 0; i < 1000; i++) near += Math.abs(next[i] - i) <= 10 ? 1 : 0;
    assertThat(near)
        .as(
            "of 1000 steps, those to one of the 10 lines on either side: chance makes some 20, and a"
                + " prefetcher guesses a way that goes in order")
        .isLessThan(60);
  }

  @Test
  void draws_each_cycle_of_four_as_often() {
    Map<String, Integer> counts = new HashMap<>();
    for (int draw = 0; draw < DRAWS; draw++) {
      counts.merge(Arrays.toString(PointerChase.cycle(4, random)), 1, Integer::sum);
    }
    assertThat(counts).as("4 lines have 3! = 6 cycles; drawn in 6000 draws").hasSize(6);
    counts.forEach((cycle, count) ->
        assertThat(count)
            .as("how often 6000 draws of cycle(4) come to %s; 1000 are due", cycle)
            .isBetween(800, 1200));
  }

  @Test
  void a_walk_visits_every_line_of_the_memory() {
    var chase = new PointerChase(50, random);
    var seen = new HashSet<Integer>();
    for (int step = 0; step < 50; step++) seen.add(chase.walk(1));
    assertThat(seen).as("lines that 50 steps through 50 lines reach").hasSize(50);
  }
}
