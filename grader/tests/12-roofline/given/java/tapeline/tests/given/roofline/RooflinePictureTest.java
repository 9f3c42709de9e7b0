package tapeline.tests.given.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.Accelerator;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.machine.RoofPoint;
import tapeline.instruments.machine.RooflinePicture;
import tapeline.roofline.ops.FieldOps;
import tapeline.tests.Thrown;

class RooflinePictureTest {
  private static final List<RoofPoint> POINTS =
      List.of(
          new RoofPoint("product", "p", 300, 2e14),
          new RoofPoint("sum", "e", 0.1, 1e11),
          new RoofPoint("copy", "e", 0, 0));

  @Test
  void every_ceiling_is_named_with_its_rate() {
    var svg = RooflinePicture.of("A100", Accelerator.A100_40GB.ceilings(), POINTS).svg();
    assertThat(svg)
        .as("the names of an A100's ceilings")
        .contains("memory 1.56 TB/s", "FP32 19.5 TFLOP/s", "FP16 tensor 312 TFLOP/s");
  }

  @Test
  void an_op_without_flops_has_no_place() {
    var svg = RooflinePicture.of("A100", Accelerator.A100_40GB.ceilings(), POINTS).svg();
    assertThat(svg).as("the points").contains(">product<", ">sum<").doesNotContain(">copy<");
  }

  @Test
  void a_batch_of_256_is_bound_otherwise_than_one_of_8() {
    var a100 = Accelerator.A100_40GB.ceilings();
    var rows = FieldOps.table(a100.peak(), a100.memory(), 2).rows();
    assertThat(rows)
        .as("the bounds of a fully connected layer on an A100 in half precision")
        .anyMatch(row -> row.get(0).endsWith("batch 256") && row.get(2).equals("compute"))
        .anyMatch(row -> row.get(0).endsWith("batch 8") && row.get(2).equals("memory"));
  }

  @Test
  void levels_are_those_whose_capacity_is_known() {
    var machine = Accelerator.A100_40GB.ceilings();
    var levels = MemoryLevel.of(machine, List.of(192L << 10));
    assertThat(levels)
        .as("the levels of a machine that names no L1: the memory")
        .extracting(level -> level.bandwidth().name())
        .containsExactly("memory");
    assertThat(MemoryLevel.holding(1L << 60, levels).bandwidth().name())
        .as("what holds 2⁶⁰ bytes")
        .isEqualTo("memory");
    assertThat(Thrown.by(() -> MemoryLevel.holding(5, List.of())))
        .startsWith("IllegalArgumentException: no level has room for 5 bytes");
  }
}
