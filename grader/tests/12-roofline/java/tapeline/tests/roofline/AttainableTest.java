package tapeline.tests.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.tests.roofline.SampleCeilings.FLOPS;
import static tapeline.tests.roofline.SampleCeilings.MEMORY;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.Ceiling;
import tapeline.roofline.Attainable;
import tapeline.roofline.Bound;
import tapeline.tests.Thrown;

@Tag("12.6")
class AttainableTest {
  @Test
  void left_of_the_ridge_the_bytes_decide() {
    assertThat(Attainable.of(2, FLOPS, MEMORY))
        .as("the roof at 2 FLOPs a byte, of 1000 FLOPs and 100 bytes a second, ridge 10")
        .isEqualTo(new Attainable(200, 200, 200, Bound.MEMORY));
  }

  @Test
  void right_of_the_ridge_the_arithmetic_decides() {
    assertThat(Attainable.of(40, FLOPS, MEMORY))
        .as("the roof at 40 FLOPs a byte, of 1000 FLOPs and 100 bytes a second, ridge 10")
        .isEqualTo(new Attainable(1000, 1000, 1000, Bound.COMPUTE));
  }

  @Test
  void at_the_ridge_both_do() {
    assertThat(Attainable.of(10, FLOPS, MEMORY))
        .as("the roof at the ridge, 10 FLOPs a byte")
        .isEqualTo(new Attainable(1000, 1000, 1000, Bound.EITHER));
  }

  @Test
  void each_end_of_the_spread_has_a_roof_of_its_own() {
    var compute = new Ceiling("FMA", 1000, 900, 1050);
    var memory = new Ceiling("memory", 100, 80, 110);
    assertThat(Attainable.of(2, compute, memory))
        .as("the roof at 2 FLOPs a byte, of 1000 (900 to 1050) and 100 (80 to 110) a second")
        .isEqualTo(new Attainable(200, 160, 220, Bound.MEMORY));
    assertThat(Attainable.of(20, compute, memory))
        .as("the roof at 20 FLOPs a byte, of 1000 (900 to 1050) and 100 (80 to 110) a second")
        .isEqualTo(new Attainable(1000, 900, 1050, Bound.COMPUTE));
  }

  @Test
  void where_the_spreads_touch_no_bound_is_named() {
    var compute = new Ceiling("FMA", 1000, 900, 1050);
    var memory = new Ceiling("memory", 100, 80, 110);
    assertThat(Attainable.of(9, compute, memory))
        .as("the roof at 9 FLOPs a byte: the bytes allow 720 to 990, the arithmetic 900 to 1050")
        .isEqualTo(new Attainable(900, 720, 990, Bound.EITHER));
    assertThat(Attainable.of(12, compute, memory))
        .as("the roof at 12 FLOPs a byte: the bytes allow 960 to 1320, the arithmetic 900 to 1050")
        .isEqualTo(new Attainable(1000, 900, 1050, Bound.EITHER));
  }

  @Test
  void a_spread_that_reaches_beyond_the_other_leaves_the_bound_open() {
    var compute = new Ceiling("FMA", 1000, 990, 1010);
    var memory = new Ceiling("memory", 100, 95, 130);
    assertThat(Attainable.of(9, compute, memory).bound())
        .as("the bound at 9 FLOPs a byte: the bytes allow 855 to 1170, the arithmetic 990 to 1010")
        .isEqualTo(Bound.EITHER);
  }

  @Test
  void an_intensity_below_0_is_refused() {
    assertThat(Attainable.of(1, FLOPS, MEMORY).perSecond()).as("at 1").isEqualTo(100);
    assertThat(Thrown.by(() -> Attainable.of(-1, FLOPS, MEMORY)))
        .as("the roof at −1 FLOPs a byte")
        .isEqualTo("IllegalArgumentException: an intensity is 0 or more, got -1.0");
  }
}
