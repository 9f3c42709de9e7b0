package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static tapeline.instruments.profile.Span.Kind.BACKWARD;
import static tapeline.instruments.profile.Span.Kind.FORWARD;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Hotspot;
import tapeline.instruments.profile.Profile;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;

/// Spans in groups.
@Tag("11.6")
class HotspotsTest {

  /// A step of 100 ns: two products (30 and 10), a tanh (20), and 40 of its own, half of them in
  /// `forward`.
  private static Profile step() {
    return new MadeSpans()
        .scope("step", 0)
        .scope("forward", 10)
        .op("MatMul", FORWARD, 15, new Cost(300, 80, 40))
        .close(45, 64)
        .op("TANH", FORWARD, 45, new Cost(10, 40, 40))
        .close(65, 48)
        .close(80, 120)
        .op("MatMul", BACKWARD, 80, new Cost(600, 120, 80))
        .close(90, 128)
        .close(100, 300)
        .profile();
  }

  private static List<String> names(Hotspots hotspots) {
    return hotspots.rows().stream().map(Hotspot::name).toList();
  }

  private static Hotspot row(Hotspots hotspots, String name) {
    return hotspots.rows().stream()
        .filter(r -> r.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + name + ", got " + names(hotspots)));
  }

  @Test
  void the_passes_of_an_op_are_one_group() {
    var product = row(Hotspots.of(step(), By.OP), "MatMul");
    assertThat(product.calls()).as("calls of MatMul, a forward and a backward").isEqualTo(2);
    assertThat(product.self()).as("own time of MatMul: 30 + 10 ns").isEqualTo(40);
    assertThat(product.total()).as("total of MatMul: 30 + 10 ns").isEqualTo(40);
    assertThat(product.allocated()).as("bytes of MatMul: 64 + 128").isEqualTo(192);
    assertThat(product.cost()).as("cost of MatMul").isEqualTo(new Cost(900, 200, 120));
  }

  @Test
  void they_are_two_groups_where_that_is_asked_for() {
    assertThat(names(Hotspots.of(step(), By.PASS)))
        .as("groups by PASS: by.group names them")
        .contains("MatMul forward", "MatMul backward")
        .doesNotContain("MatMul");
  }

  @Test
  void a_scope_has_what_its_ops_leave() {
    var forward = row(Hotspots.of(step(), By.OP), "scope forward");
    assertThat(forward.total()).as("total of the scope forward").isEqualTo(70);
    assertThat(forward.self()).as("own time of the scope forward: 70 − 30 − 20").isEqualTo(20);
    assertThat(forward.allocated()).as("its own bytes: 120 − 64 − 48").isEqualTo(8);
  }

  @Test
  void shares_are_of_all_own_time_and_add_up_to_1() {
    var hotspots = Hotspots.of(step(), By.OP);
    assertThat(row(hotspots, "MatMul").share())
        .as("the share of MatMul, 40 of 100 ns of all spans' own time")
        .isCloseTo(0.4, within(1e-12));
    assertThat(hotspots.rows().stream().mapToDouble(Hotspot::share).sum())
        .as("the sum of all shares")
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void the_group_with_the_most_own_time_is_the_first() {
    assertThat(names(Hotspots.of(step(), By.OP)))
        .as("groups by own time: 40, then three of 20 by name")
        .containsExactly("MatMul", "TANH", "scope forward", "scope step");
  }

  @Test
  void what_lies_in_its_own_group_counts_once() {
    var profile =
        new MadeSpans()
            .scope("block", 0)
            .scope("other", 5)
            .scope("block", 10)
            .close(40, 0)
            .close(60, 0)
            .close(100, 0)
            .profile();
    var block = row(Hotspots.of(profile, By.OP), "scope block");
    assertThat(block.total())
        .as("total of block, 100 ns, in which a block of 30 ns lies, deeper by another scope")
        .isEqualTo(100);
    assertThat(block.self()).as("own time of both: 45 + 30").isEqualTo(75);
    assertThat(block.calls()).as("calls of block").isEqualTo(2);
  }

  @Test
  void ops_without_a_formula_make_their_group_s_cost_unknown() {
    var profile =
        new MadeSpans()
            .op("MatMul", FORWARD, 0, new Cost(300, 80, 40))
            .close(10, 0)
            .op("MatMul", FORWARD, 10, null)
            .close(20, 0)
            .profile();
    assertThat(row(Hotspots.of(profile, By.OP), "MatMul").cost())
        .as("the cost of two products, one of them without a formula: it is not 0, so not known")
        .isNull();
  }
}
