package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.memory.ArrayPool;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

@Tag("14.7")
class ArrayPoolTest {
  private static final int STEPS = 6;

  @Test
  @SuppressWarnings("ReferenceEquality") // which array it is, not what is in it
  void an_array_serves_again_and_is_zero() {
    var pool = new ArrayPool();
    pool.step();
    float[] first = pool.zeros(5);
    first[2] = 7;
    float[] other = pool.zeros(5);
    assertThat(other == first).as("whether two arrays of one step are the same").isFalse();
    assertThat(pool.newBytes()).as("new bytes after two arrays of 5").isEqualTo(40);
    pool.step();
    float[] one = pool.zeros(5);
    float[] two = pool.zeros(5);
    assertThat(List.of(one == first || one == other, two == first || two == other, one == two))
        .as("whether each array of the next step is one of those before, and both the same")
        .containsExactly(true, true, false);
    assertThat(new float[][] {one, two})
        .as("the arrays that serve again")
        .isDeepEqualTo(new float[2][5]);
    assertThat(pool.newBytes()).as("new bytes after the second step").isEqualTo(40);
    pool.zeros(4);
    assertThat(pool.newBytes()).as("new bytes after an array of another length").isEqualTo(56);
  }

  @Test
  void a_training_makes_no_new_data_after_its_first_step() {
    var fresh = train(blocks(), null, false);
    for (boolean hears : new boolean[] {false, true}) {
      var pool = new ArrayPool();
      var news = new ArrayList<Long>();
      var losses = train(blocks(), pool, hears, news);
      assertThat(losses)
          .as("the losses of a training with a pool, against those without")
          .isEqualTo(fresh);
      assertThat(news.subList(1, STEPS))
          .as("new bytes after each further step, those after the first being %s", news.getFirst())
          .containsOnly(news.getFirst());
    }
  }

  @Test
  void gradients_that_backward_has_passed_serve_at_once() {
    var later = new ArrayPool();
    train(alike(), later, false);
    var atOnce = new ArrayPool();
    train(alike(), atOnce, true);
    assertThat(atOnce.newBytes())
        .as("bytes of a pool that gets passed gradients at once, beside %d", later.newBytes())
        .isLessThan(later.newBytes() * 9 / 10);
  }

  private static List<Layer> blocks() {
    return MemorySteps.blocks(Seeds.random("pool"), UnaryOp.TANH, 6, 9, 5, 4);
  }

  private static List<Layer> alike() {
    return MemorySteps.blocks(Seeds.random("pool"), UnaryOp.TANH, 6, 6, 6, 6, 6, 6, 6);
  }

  private static List<Double> train(List<Layer> blocks, @Nullable ArrayPool pool, boolean hears) {
    return train(blocks, pool, hears, new ArrayList<>());
  }

  /// The losses of some steps, and into `news` the pool's new bytes after each.
  ///
  /// @param hears whether the pool is told of arrays that the tape has released
  private static List<Double> train(
      List<Layer> blocks, @Nullable ArrayPool pool, boolean hears, List<Long> news) {
    var random = new Random(3);
    var x = Tensor.normal(random, 13, 6);
    var model = new Sequential(blocks);
    var losses = new ArrayList<Double>();
    var backend = pool == null ? Backend.current() : pool;
    try (var _ = Backend.use(hears ? backend : new ForwardingBackend(backend))) {
      for (int i = 0; i < STEPS; i++) {
        if (pool != null) {
          pool.step();
        }
        model.parameters().forEach(Parameter::clearGradient);
        var tape = new TensorTape();
        var loss = Losses.crossEntropy(model.forward(tape.constant(x)), new int[13]);
        tape.backward(loss);
        new GradientDescent(0.1f).step(model.parameters());
        losses.add((double) loss.value().item());
        news.add(pool == null ? 0 : pool.newBytes());
      }
    }
    return losses;
  }
}
