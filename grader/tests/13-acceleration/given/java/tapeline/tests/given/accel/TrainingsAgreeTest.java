package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.accel.VectorBackend;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.TextTrainer;

/// The models of modules 06 to 09 train on [VectorBackend] as they are.
class TrainingsAgreeTest {
  private static final int STEPS = 5;

  /// A loss after five steps, and a parameter, differ by at most this share of the largest.
  private static final float TOLERANCE = 1e-4f;

  /// A training, always the same.
  private record Training(List<Parameter> parameters, Runnable step) {}

  enum Model {
    PERCEPTRON,
    MOMENTUM,
    NETWORK,
    TRANSFORMER;

    private Training start() {
      var random = new SplittableRandom(13);
      return switch (this) {
        case PERCEPTRON -> {
          var model = Sequential.mlp(random, 20, 24, 10);
          var trainer = new Trainer(model, new GradientDescent(0.3f), 9, random);
          var examples = examples(random, 9, 20);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case MOMENTUM -> {
          var model = Sequential.mlp(random, 20, 24, 10);
          var trainer = new Trainer(model, new Sgd(Schedule.constant(0.1f), 0.9), 9, random);
          var examples = examples(random, 9, 20);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case NETWORK -> {
          var model = DigitsNetwork.of(3, random);
          var trainer = new Trainer(model, new GradientDescent(0.1f), 5, random);
          var examples = examples(random, 5, 1, 8, 8);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case TRANSFORMER -> {
          var model = new CharModel(new CharModel.Size(11, 7, 12, 2, 1), random);
          // Adam moves even a gradient that is nothing but rounding, as a key's bias has.
          var trainer = new TextTrainer(model, new GradientDescent(0.1f), 3, random);
          int[] text = IntStream.range(0, 60).map(i -> i * i % 11).toArray();
          yield new Training(model.parameters(), () -> trainer.step(text));
        }
      };
    }

    private static Dataset examples(SplittableRandom random, int n, int... lengths) {
      var all = new int[lengths.length + 1];
      all[0] = n;
      System.arraycopy(lengths, 0, all, 1, lengths.length);
      return new Dataset(Tensor.uniform(random, 0, 1, all), random.ints(n, 0, 10).toArray(), 10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void parameters_agree_with_the_plain_backend(Model model) {
    var plain = trained(model, new CpuBackend());
    var vectors = trained(model, new VectorBackend());
    for (int k = 0; k < plain.size(); k++) {
      var p = plain.get(k).value();
      float off = vectors.get(k).value().minus(p).abs().max(false).item();
      float largest = Math.max(0.01f, p.abs().max(false).item());
      assertThat(off / largest)
          .as("%s: how far %s is off after %d steps", model, plain.get(k), STEPS)
          .isLessThan(TOLERANCE);
    }
  }

  private static List<Parameter> trained(Model model, Backend backend) {
    try (var _ = Backend.use(backend)) {
      var training = model.start();
      for (int i = 0; i < STEPS; i++) {
        training.step.run();
      }
      return training.parameters;
    }
  }

  @ParameterizedTest
  @EnumSource
  void steps_that_use_arrays_again_learn_the_same(Model model) {
    var fresh = trained(model, new VectorBackend());
    var vectors = new VectorBackend();
    try (var _ = Backend.use(vectors)) {
      var training = model.start();
      for (int i = 0; i < STEPS; i++) {
        try (var _ = vectors.step()) {
          training.step.run();
        }
      }
      for (int k = 0; k < fresh.size(); k++) {
        assertThat(training.parameters.get(k).value().toArray())
            .as("%s: %s, with arrays that are used again", model, fresh.get(k))
            .isEqualTo(fresh.get(k).value().toArray());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void in_steady_state_a_step_makes_no_array(Model model) {
    var vectors = new VectorBackend();
    try (var _ = Backend.use(vectors)) {
      var training = model.start();
      long afterTwo = 0;
      for (int i = 0; i < 20; i++) {
        try (var _ = vectors.step()) {
          training.step.run();
        }
        afterTwo = i == 1 ? vectors.stepBytes() : afterTwo;
      }
      assertThat(vectors.stepBytes())
          .as("%s: bytes of arrays that twenty steps have made, beside those of two", model)
          .isPositive()
          .isEqualTo(afterTwo);
    }
  }

  @Test
  void outside_a_step_and_in_other_threads_arrays_are_new() throws InterruptedException {
    var vectors = new VectorBackend();
    float[] one;
    try (var _ = vectors.step()) {
      one = vectors.zeros(3);
      var other = new float[1][];
      var thread = new Thread(() -> other[0] = vectors.zeros(3));
      thread.start();
      thread.join();
      one[0] = 1;
      assertThat(other[0]).as("an array of another thread").isEqualTo(new float[3]);
      assertThat(vectors.zeros(3)).as("a second one of this step").isNotSameAs(one);
    }
    assertThat(vectors.zeros(3)).as("one between steps").isNotSameAs(one);
    try (var _ = vectors.step()) {
      assertThat(vectors.zeros(3)).as("the next step's").isSameAs(one).containsOnly(0);
    }
  }

  @Test
  void a_step_within_a_step_is_refused() {
    var vectors = new VectorBackend();
    try (var _ = vectors.step()) {
      assertThatThrownBy(vectors::step)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("a step begins when the one before is closed");
    }
  }

  @Test
  void tensors_keep_their_numbers_where_the_backend_says() {
    var vectors = new VectorBackend();
    try (var _ = Backend.use(vectors)) {
      Tensor before;
      try (var _ = vectors.step()) {
        before = Tensor.normal(new Random(1), 5);
      }
      try (var _ = vectors.step()) {
        assertThat(Tensor.zeros(5).data()).isSameAs(before.data()).containsOnly(0);
      }
    }
  }
}
