package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Hotspot;
import tapeline.profile.Hotspots;
import tapeline.profile.Suspect;

@Tag("11.10")
class SuspectTest {
  private static final Offset<Double> ROUNDING = within(1e-9);

  /// A group of one call, in which another op took a tenth of its own time more.
  private static Hotspot group(String name, long flops, long self) {
    return new Hotspot(name, 1, self + self / 10, self, 0, 0, new Cost(flops, 0, 0));
  }

  /// The suspect of a step of 100 000 ns with these groups.
  private static Suspect suspect(Hotspot... groups) {
    var step = new Hotspot("scope step", 1, 100_000, 7, 0, 0, Cost.NONE);
    return Suspect.of(new Hotspots(Stream.concat(Stream.of(step), Arrays.stream(groups)).toList()));
  }

  @Test
  void a_group_is_expected_to_take_what_its_flops_take_elsewhere() {
    var found = suspect(group("MatMul (2,3)", 400, 1200), group("MatMul (4,5)", 300, 600));
    assertThat(found.name())
        .as("the suspect of two products, of 3 ns a FLOP and of 2")
        .isEqualTo("MatMul (2,3)");
    assertThat(found.nanos()).as("its own time").isEqualTo(1200);
    assertThat(found.expected())
        .as("the time of 400 FLOPs, where the 300 of the other product took 600 ns")
        .isCloseTo(800.0, ROUNDING);
    assertThat(found.lost()).as("the time lost: 1200 − 800").isCloseTo(400.0, ROUNDING);
  }

  @Test
  void its_like_are_weighed_by_their_work() {
    var found =
        suspect(
            group("MatMul (2,3)", 1000, 5000),
            group("MatMul (4,5)", 900, 900),
            group("MatMul (6,7)", 100, 300));
    assertThat(found.expected())
        .as("the time of 1000 FLOPs at the price of 900 in 900 ns and 100 in 300 ns, together")
        .isCloseTo(1200.0, ROUNDING);
  }

  @Test
  void the_largest_work_may_take_the_most_time() {
    var found =
        suspect(
            group("MatMul (9,9)", 10_000, 10_000),
            group("MatMul (2,3)", 100, 800),
            group("MatMul (4,5)", 1000, 1000));
    assertThat(found.name())
        .as("the suspect of products of 1, 8 and 1 ns a FLOP, whose own times are 10 : 0.8 : 1")
        .isEqualTo("MatMul (2,3)");
  }

  @Test
  void a_bad_price_loses_little_where_there_is_little_work() {
    var found =
        suspect(
            group("MatMul (1,1)", 1, 50),
            group("MatMul (2,3)", 1000, 3000),
            group("MatMul (4,5)", 5000, 5000));
    assertThat(found.name())
        .as("the suspect of products that lose some 49 ns of 50, and some 2000 of 3000")
        .isEqualTo("MatMul (2,3)");
  }

  @Test
  void an_op_is_compared_with_its_own_kind() {
    var found =
        suspect(
            group("GELU (2,3)", 100, 2000),
            group("GELU (4,5)", 100, 2000),
            group("MatMul (2,3)", 1000, 1500),
            group("MatMul (4,5)", 1000, 1000));
    assertThat(found.name())
        .as("the suspect: both GELUs take 20 ns a FLOP, as calls of tanh do; products 1.5 and 1")
        .isEqualTo("MatMul (2,3)");
  }

  @Test
  void the_step_gains_what_amdahl_says() {
    var found = suspect(group("MatMul (2,3)", 100, 40_000), group("MatMul (4,5)", 100, 10_000));
    assertThat(found.mended().time())
        .as("a step of 100 000 ns, of which 40 000 become 10 000")
        .isCloseTo(70_000, within(1e-6));
    assertThat(found.mended().speedup()).as("its speedup: 100/70").isCloseTo(100.0 / 70, ROUNDING);
  }
}
