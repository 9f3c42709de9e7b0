package tapeline.tests.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.roofline.Diagnosis;
import tapeline.roofline.Remedy;
import tapeline.tests.Thrown;

@Tag("12.8")
class DiagnosisTest {
  private static void check(
      double measured,
      double overhead,
      double computing,
      double moving,
      Remedy remedy,
      double most) {
    assertThat(Diagnosis.of(measured, overhead, computing, moving))
        .as(
            "measured %s, of which a call takes %s; %s of FLOPs, %s of bytes",
            measured, overhead, computing, moving)
        .isEqualTo(new Diagnosis(remedy, most));
  }

  @Test
  void a_call_with_little_to_do_is_batched_whatever_its_loop() {
    check(10, 8, 0.25, 1, Remedy.BATCH, 10);
    check(10, 8, 2, 1, Remedy.BATCH, 5);
    check(16, 9, 1, 4, Remedy.BATCH, 4);
  }

  @Test
  void a_loop_that_is_far_from_both_ceilings_is_written_anew() {
    check(10, 1, 4, 2, Remedy.BETTER_LOOP, 2.5);
    check(10, 1, 1, 2, Remedy.BETTER_LOOP, 5);
  }

  @Test
  void half_of_the_time_is_not_more_than_half() {
    check(8, 4, 1, 5, Remedy.FUSE, 8);
    check(8, 1, 4, 2, Remedy.FEWER_FLOPS, 2);
  }

  @Test
  void what_waits_for_bytes_is_fused_and_keeps_its_flops() {
    check(10, 1, 2, 8, Remedy.FUSE, 5);
    check(10, 0, 0, 8, Remedy.FUSE, Double.POSITIVE_INFINITY);
  }

  @Test
  void what_is_near_the_roof_needs_fewer_flops() {
    check(10, 1, 8, 3, Remedy.FEWER_FLOPS, 1.25);
    check(10, 1, 8, 8, Remedy.FEWER_FLOPS, 1.25);
  }

  @Test
  void a_time_below_its_floor_gains_nothing() {
    check(10, 1, 16, 3, Remedy.FEWER_FLOPS, 1);
    check(10, 1, 16, 20, Remedy.FUSE, 1);
    check(10, 8, 16, 1, Remedy.BATCH, 1);
  }

  @Test
  void times_below_0_are_refused() {
    check(2, 0, 1.5, 1, Remedy.FEWER_FLOPS, 2 / 1.5);
    assertThat(Thrown.by(() -> Diagnosis.of(0, 1, 2, 3)))
        .as("a measured time of 0")
        .isEqualTo(
            "IllegalArgumentException: a diagnosis needs a measured time above 0 and others of 0"
                + " or more, got 0.0, 1.0, 2.0, 3.0");
  }
}
