package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.accel.VectorBackend;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.conv.Convolution;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.Flatten;
import tapeline.conv.Window;
import tapeline.data.Dataset;
import tapeline.nn.Activation;
import tapeline.nn.GradientDescent;
import tapeline.nn.Linear;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.CharModel;
import tapeline.transformer.TextTrainer;

/// The models of modules 06 to 09 train on [VectorBackend] as they are.
class TrainingsAgreeTest {
  private static final int STEPS = 5;

  /// A loss after five steps, and a parameter, differ by at most this share of the largest.
  private static final float TOLERANCE = 1e-4f;

  /// A training, always the same; a step returns the loss before it.
  record Training(List<Parameter> parameters, DoubleSupplier step) {
    private double[] losses(int steps) {
      return DoubleStream.generate(step).limit(steps).toArray();
    }
  }

  enum Model {
    PERCEPTRON,
    MOMENTUM,
    ADAM,
    NETWORK,
    LARGE_IMAGES,
    TRANSFORMER;

    Training start() {
      return start(optimizer -> optimizer);
    }

    /// Starts with the optimizer as the trainer shall know it.
    private Training start(UnaryOperator<Optimizer> seen) {
      var random = new SplittableRandom(13);
      return switch (this) {
        case PERCEPTRON -> {
          var model = Sequential.mlp(random, 20, 24, 10);
          var trainer = new Trainer(model, seen.apply(new GradientDescent(0.3f)), 9, random);
          var examples = examples(random, 9, 20);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case MOMENTUM -> {
          var model = Sequential.mlp(random, 20, 24, 10);
          var trainer =
              new Trainer(model, seen.apply(new Sgd(Schedule.constant(0.1f), 0.9)), 9, random);
          var examples = examples(random, 9, 20);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case ADAM -> {
          var model = Sequential.mlp(random, 20, 24, 10);
          var adam = Adam.withDecay(Schedule.constant(0.01f), 0.1);
          var trainer = new Trainer(model, seen.apply(adam), 9, random);
          var examples = examples(random, 9, 20);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case NETWORK -> {
          var model = DigitsNetwork.of(3, random);
          var trainer = new Trainer(model, seen.apply(new GradientDescent(0.1f)), 5, random);
          var examples = examples(random, 5, 1, 8, 8);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case LARGE_IMAGES -> {
          var model =
              new Sequential(
                  new Convolution("conv", 1, 3, Window.same(3), random),
                  new Activation(UnaryOp.RELU),
                  new Flatten(),
                  new Linear("out", 3 * 14 * 14, 10, random));
          var trainer = new Trainer(model, seen.apply(new GradientDescent(0.01f)), 5, random);
          var examples = examples(random, 5, 1, 14, 14);
          yield new Training(model.parameters(), () -> trainer.step(examples));
        }
        case TRANSFORMER -> {
          var model = new CharModel(new CharModel.Size(11, 7, 12, 2, 1), random);
          // Adam moves even a gradient that is nothing but rounding, as a key's bias has.
          var trainer = new TextTrainer(model, seen.apply(new GradientDescent(0.1f)), 3, random);
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
      var _ = training.losses(STEPS);
      return training.parameters;
    }
  }

  @ParameterizedTest
  @EnumSource
  void fused_steps_have_the_losses_of_op_by_op(Model model) {
    var losses = new double[2][];
    for (var backend : List.of(new VectorBackend().opByOp(), new VectorBackend())) {
      try (var _ = Backend.use(backend)) {
        losses[losses[0] == null ? 0 : 1] = model.start().losses(20);
      }
    }
    for (int i = 0; i < losses[0].length; i++) {
      assertThat(losses[1][i])
          .as("%s: loss of step %d, fused, beside op by op", model, i)
          .isCloseTo(losses[0][i], within(1e-5 * Math.max(1, losses[0][i])));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PERCEPTRON, MatMul BiasActivation FusedLinear SoftmaxCrossEntropy",
    "NETWORK, Im2Col Reshape MatMul Reshape Permute Add PooledRelu Im2Col Reshape MatMul Reshape"
        + " Permute Add PooledRelu Reshape FusedLinear SoftmaxCrossEntropy",
    "LARGE_IMAGES, ImagewiseConvolution Add RELU Reshape FusedLinear SoftmaxCrossEntropy",
    "TRANSFORMER, Embedding Reshape Embedding Add FusedLayerNorm FusedLinear Reshape Permute"
        + " FusedLinear Reshape Permute FusedLinear Reshape Permute FusedAttention Permute Reshape"
        + " FusedLinear Add FusedLayerNorm Reshape MatMul BiasActivation Reshape FusedLinear Add FusedLayerNorm"
        + " FusedLinear SoftmaxCrossEntropy",
  })
  void a_step_records_fused_ops(Model model, String ops) {
    var heard = new ArrayList<String>();
    var listener =
        new TapeListener() {
          @Override
          public void recorded(TensorOp op, Variable result, int node) {
            heard.add(op.name());
          }
        };
    try (var _ = Backend.use(new VectorBackend())) {
      var training = model.start();
      try (var _ = TapeListener.use(listener)) {
        var _ = training.losses(1);
      }
    }
    assertThat(String.join(" ", heard)).as("%s: the ops of a step", model).isEqualTo(ops);
  }

  /// Momentum in tensors, which a step's arrays must not take.
  @Test
  void an_optimizer_that_keeps_tensors_finds_them_as_they_were() {
    var ends = new ArrayList<float[]>();
    for (var backend : List.of(new CpuBackend(), new VectorBackend())) {
      var kept = new IdentityHashMap<Parameter, Tensor>();
      Optimizer momentum =
          parameters -> {
            for (var p : parameters) {
              var before = kept.getOrDefault(p, Tensor.zeros(p.value().shape()));
              kept.put(p, before.times(0.9f).plus(p.gradient()));
              p.value().assign(p.value().minus(kept.get(p).times(0.1f)));
            }
          };
      try (var _ = Backend.use(backend)) {
        var training = Model.PERCEPTRON.start(_ -> momentum);
        var _ = training.losses(STEPS);
        ends.add(training.parameters.getFirst().value().toArray());
      }
    }
    assertThat(ends.get(1))
        .as("weights after steps of an optimizer of one's own, beside the plain backend's")
        .containsExactly(ends.get(0), within(1e-4f));
  }

  @ParameterizedTest
  @EnumSource
  void steps_that_use_arrays_again_learn_the_same(Model model) {
    var vectors = new VectorBackend();
    try (var _ = Backend.use(vectors)) {
      var fresh =
          model.start(optimizer -> parameters -> optimizer.step(parameters)); // is not known
      var _ = fresh.losses(STEPS);
      assertThat(vectors.stepBytes()).as("%s: bytes that are kept for a step", model).isZero();
      var again = model.start();
      var _ = again.losses(STEPS);
      for (int k = 0; k < fresh.parameters.size(); k++) {
        assertThat(again.parameters.get(k).value().toArray())
            .as("%s: %s, with arrays that are used again", model, fresh.parameters.get(k))
            .isEqualTo(fresh.parameters.get(k).value().toArray());
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
        var _ = training.losses(1);
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
  void an_array_that_is_released_serves_the_next_tensor_once() {
    var vectors = new VectorBackend();
    try (var _ = vectors.step()) {
      var first = vectors.zeros(3);
      var one = vectors.zeros(3);
      vectors.release(one);
      vectors.release(one);
      vectors.release(new float[3]);
      assertThat(vectors.zeros(3)).isSameAs(one);
      assertThat(vectors.zeros(3)).isNotSameAs(one).isNotSameAs(first);
    }
    assertThat(vectors.stepBytes()).as("bytes of three arrays").isEqualTo(3 * 3 * Float.BYTES);
  }

  /// Batches of every size do not leave arrays of every length; a last one of each epoch, which is
  /// smaller, finds its own again.
  @Test
  void arrays_that_many_steps_have_not_taken_are_let_go() {
    var vectors = new VectorBackend();
    var small = new IdentityHashMap<float[], Integer>();
    for (int step = 0; step < 100; step++) {
      try (var _ = vectors.step()) {
        var _ = vectors.zeros(1000 + step);
        if (step % 10 == 0) small.put(vectors.zeros(3), step);
      }
    }
    assertThat(small).as("arrays of the length that every tenth step takes").hasSize(1);
    assertThat(vectors.stepBytes()).as("bytes of the arrays of 100 steps").isLessThan(20 * 4400);
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
