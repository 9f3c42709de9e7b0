package tapeline.laboratory.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.PlannedChain;
import tapeline.nn.Activation;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

class PrecisionProgramsTest {
  @Test
  void floats_of_four_exponents_are_rounded_right() {
    for (int half : new int[] {0, 0x3380, 0x3F80, 0x477F, 0x7F7F, 0x7F80, 0xFF80}) {
      assertThat(AllFloats.different(half, half + 1, AllFloats::float16))
          .as("floats 0x%04X…. that become another float16 than the JDK's", half)
          .isEqualTo(0);
      assertThat(AllFloats.different(half, half + 1, AllFloats::bfloat16))
          .as("floats 0x%04X…. that do not become the nearer bfloat16", half)
          .isEqualTo(0);
      assertThat(AllFloats.different(half, half + 1, AllFloats::byAddition))
          .as("the same, by addition")
          .isEqualTo(0);
    }
    assertThat(AllFloats.different(0x3F80, 0x3F81, bits -> (bits & 1) == 0))
        .as("odd floats of 0x3F80….")
        .isEqualTo(1 << 15);
  }

  private static List<Layer> blocks(int count) {
    var random = new SplittableRandom(1);
    var blocks = new ArrayList<Layer>();
    for (int i = 0; i < count; i++) {
      blocks.add(new Sequential(new Linear("" + i, 8, 8, random), new Activation(UnaryOp.RELU)));
    }
    return blocks;
  }

  /// Steps of these blocks on (32,8), in parts, and what they held.
  private static StepBytes held(TrainingMode mode, CheckpointPlan plan, int parts, long budget) {
    var model = new PlannedChain(blocks(6), plan);
    var trainer = mode.trainer(model.parameters(), new GradientDescent(0.1f));
    var x = Tensor.normal(new SplittableRandom(2), 32 / parts, 8);
    var bytes = new StepBytes(model.parameters(), List.of(x), budget);
    try (var _ = TapeListener.use(bytes)) {
      bytes.step();
      trainer.step(
          Collections.nCopies(parts, tape -> model.forward(tape.constant(x)).square().mean()));
    }
    return bytes;
  }

  /// Six activations of 32·8 numbers, of which the last is squared.
  @Test
  void bfloat16_keeps_half_the_bytes_for_backward() {
    long plain = held(TrainingMode.FLOAT32, CheckpointPlan.keepAll(6), 1, Long.MAX_VALUE).kept();
    assertThat(plain).as("bytes kept in float32").isEqualTo(4L * 6 * 32 * 8);
    assertThat(held(TrainingMode.BFLOAT16, CheckpointPlan.keepAll(6), 1, Long.MAX_VALUE).kept())
        .as("bytes kept in bfloat16")
        .isEqualTo(plain / 2);
  }

  @Test
  void a_budget_is_enforced_and_gathered_gradients_count() {
    long plain = held(TrainingMode.FLOAT32, CheckpointPlan.keepAll(6), 1, Long.MAX_VALUE).peak();
    assertThatThrownBy(() -> held(TrainingMode.FLOAT32, CheckpointPlan.keepAll(6), 1, plain - 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a step may hold %d bytes, and its tapes would hold %d", plain - 1, plain);
    assertThat(held(TrainingMode.FLOAT32, CheckpointPlan.squareRoot(6), 1, plain - 1).peak())
        .as("the peak with checkpoints")
        .isLessThan(plain);
    long one = held(TrainingMode.FLOAT32, CheckpointPlan.keepAll(6), 4, Long.MAX_VALUE).peak();
    assertThat(one)
        .as("the peak of four parts: one's, and the gradients of 6·(64 + 8) numbers")
        .isGreaterThan(4L * 6 * 72)
        .isLessThan(plain);
  }
}
