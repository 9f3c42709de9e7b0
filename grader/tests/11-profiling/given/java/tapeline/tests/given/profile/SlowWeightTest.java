package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Hotspot;
import tapeline.nn.Sequential;
import tapeline.profile.Hotspots;
import tapeline.profile.SlowWeight;
import tapeline.profile.Suspect;
import tapeline.profile.TrainingStep;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.tests.Thrown;
import tapeline.tests.profile.FlopClock;

class SlowWeightTest {
  private final Sequential model = Sequential.mlp(new SplittableRandom(1), 3, 4, 5, 2);
  private final Tensor x = Tensor.range(7, 3);

  @Test
  void numbers_are_right_and_the_products_with_the_weight_are_computed_six_times() {
    var counted = new CountedBackend(new CpuBackend());
    var plain = model.apply(x);
    try (var _ = Backend.use(counted);
        var _ = Backend.use(SlowWeight.among(model.parameters(), 0))) {
      assertThat(model.apply(x).toArray()).containsExactly(plain.toArray());
    }
    long first = 2 * 7 * 3 * 4;
    long second = 2 * 7 * 4 * 5;
    long last = 2 * 7 * 5 * 2;
    assertThat(counted.products().flops())
        .isIn(6 * first + second + last, first + 6 * second + last);
  }

  @Test
  void a_transposed_weight_is_slow_too() {
    var counted = new CountedBackend(new CpuBackend());
    try (var _ = Backend.use(counted)) {
      var slow = SlowWeight.among(model.parameters(), 0);
      var w =
          model.parameters().stream()
              .filter(p -> p.value().shape().equals(slow.answer()))
              .findFirst()
              .orElseThrow()
              .value();
      slow.matmul(Tensor.range(7, w.shape().length(1)), w.transpose());
      assertThat(counted.products().flops()).isEqualTo(6L * 2 * 7 * w.shape().size());
    }
  }

  @Test
  void each_hidden_weight_is_some_seeds() {
    var answers =
        LongStream.range(0, 20)
            .mapToObj(seed -> SlowWeight.among(model.parameters(), seed).answer().toString())
            .collect(Collectors.toSet());
    assertThat(answers).containsExactlyInAnyOrder("(3,4)", "(4,5)");
  }

  /// The clock goes on by one with each FLOP that is really computed.
  @Test
  void the_planted_weight_of_a_training_step_is_found() {
    for (int seed = 0; seed < 6; seed++) {
      var step = TrainingStep.deep();
      var counted = new CountedBackend(new CpuBackend());
      var clock = new FlopClock(counted);
      SlowWeight slow;
      try (var _ = Backend.use(counted)) {
        slow = SlowWeight.among(step.parameters(), seed);
        try (var _ = Backend.use(slow);
            var _ = TapeListener.use(clock)) {
          step.run();
        }
      }
      assertThat(Suspect.of(new Hotspots(clock.groups())).name())
          .as("the suspect, where the products with the weight %s take longer", slow.answer())
          .endsWith(" " + slow.answer());
    }
  }

  @Test
  void what_has_no_like_is_refused() {
    assertThat(Thrown.by(() -> SlowWeight.among(model.parameters().subList(0, 2), 0)))
        .isEqualTo("IllegalArgumentException: one of several matrices is slow, got 1");
    var step = new Hotspot("scope step", 1, 10, 4, 0.4, 0, Cost.NONE);
    var alone = new Hotspot("MatMul (2,3)", 1, 6, 6, 0.6, 0, new Cost(10, 0, 0));
    var view = new Hotspot("MatMul (4,5)", 1, 6, 6, 0.6, 0, null);
    assertThat(Thrown.by(() -> Suspect.of(new Hotspots(List.of(step, alone, view)))))
        .startsWith("IllegalArgumentException: a suspect is one of several groups of an op")
        .endsWith("got [scope step, MatMul (2,3), MatMul (4,5)]");
  }
}
