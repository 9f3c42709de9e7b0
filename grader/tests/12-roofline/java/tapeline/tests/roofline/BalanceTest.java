package tapeline.tests.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.tests.roofline.SampleCeilings.FLOPS;
import static tapeline.tests.roofline.SampleCeilings.MEMORY;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.PassCost;
import tapeline.profile.cost.ProductCost;
import tapeline.roofline.Balance;
import tapeline.tensor.Shape;
import tapeline.tests.Thrown;

@Tag("12.5")
class BalanceTest {
  private static double intensity(Cost... steps) {
    return Balance.of(List.of(steps), FLOPS, MEMORY).intensity();
  }

  @Test
  void a_sum_of_two_vectors_has_one_flop_for_twelve_bytes() {
    assertThat(intensity(PassCost.zip(Shape.of(1000), Shape.of(1000))))
        .as("FLOPs a byte of a + b: two floats are read and one is written for each sum")
        .isEqualTo(1 / 12.0);
  }

  @Test
  void steps_share_all_their_bytes() {
    assertThat(intensity(new Cost(8, 2, 2), new Cost(0, 6, 6)))
        .as("FLOPs a byte of 8 FLOPs on 4 bytes, then a copy of 12 bytes: 8 for 16 bytes")
        .isEqualTo(0.5);
  }

  @Test
  void a_batch_of_256_lies_beyond_a_ridge_where_a_batch_of_8_does_not() {
    var a100 = SampleCeilings.exact("FP16 tensor", 312e12);
    var memory = SampleCeilings.exact("HBM2e", 2.039e12);
    assertThat(Balance.of(List.of(inHalf(8)), a100, memory).ridge())
        .as("FLOPs a byte at the ridge of an A100: 312 TFLOP/s and 2.039 TB/s")
        .isCloseTo(153.0, Offset.offset(0.1));
    assertThat(Balance.of(List.of(inHalf(8)), a100, memory).intensity())
        .as(
            "FLOPs a byte of (8,4096)·(4096,4096), 2 bytes a number: 2·8·4096² / 2·(2·8·4096 + 4096²)")
        .isBetween(7.9, 8.0);
    assertThat(Balance.of(List.of(inHalf(256)), a100, memory).intensity())
        .as("FLOPs a byte of (256,4096)·(4096,4096), 2 bytes a number")
        .isBetween(227.0, 228.0);
  }

  @Test
  void the_ridge_is_that_of_the_medians() {
    var compute = new Ceiling("vector FMA", 1000, 900, 1200);
    var memory = new Ceiling("memory", 100, 80, 150);
    assertThat(Balance.of(List.of(new Cost(60, 8, 12)), compute, memory).ridge())
        .as(
            "FLOPs a byte at the ridge of 1000 FLOPs a second, 900 to 1200, and 100 bytes, 80 to 150")
        .isEqualTo(10);
  }

  /// A layer (4096,4096) on a batch, with 2 bytes a number.
  private static Cost inHalf(int batch) {
    var single = ProductCost.of(Shape.of(batch, 4096), Shape.of(4096, 4096)).forward();
    return new Cost(single.flops(), single.bytesRead() / 2, single.bytesWritten() / 2);
  }

  @Test
  void work_without_a_byte_is_refused() {
    assertThat(intensity(new Cost(3, 4, 8))).as("3 FLOPs for 12 bytes").isEqualTo(0.25);
    assertThat(Thrown.by(() -> intensity(Cost.NONE, Cost.NONE)))
        .as("the intensity of two views")
        .isEqualTo(
            "IllegalArgumentException: work that moves no byte has no intensity, got 2 steps"
                + " without one");
  }
}
