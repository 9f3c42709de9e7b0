package tapeline.laboratory.profile;

import static tapeline.toolkit.TextTable.number;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.Convolution;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Window;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.Profile;
import tapeline.profile.ProfileSchedule;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// Predicts what a training step gains from a faster op, replaces the op, and looks: in 08's
/// network, convolution by its definition becomes a product on im2col's columns. `./tapeline run
/// WhatIf`
public final class WhatIf {
  private static final int WIDTH = 12;
  private static final int BATCH = 16;
  private static final Window WINDOW = Window.same(3);
  private static final ProfileSchedule SCHEDULE = ProfileSchedule.once(0, 5, 30);
  private static final int WARM_UP = 300;
  private static final int ROUNDS = 9;
  private static final int STEPS = 10;

  private WhatIf() {}

  /// A convolution by definition, with the parameters of another layer.
  private record ByDefinition(List<Parameter> parameters) implements Layer {
    @Override
    public Variable forward(Variable x) {
      var tape = x.tape();
      var y = tape.apply(new DirectConvolution(WINDOW), x, parameters.getFirst().on(tape));
      return y.plus(parameters.getLast().on(tape));
    }
  }

  static void main() {
    var slow = byDefinition();
    var fast = asProduct();
    warmUp(slow);
    warmUp(fast);
    double factor = factor();
    var profile = profile(slow);
    var ops = Hotspots.of(profile, By.OP);
    var predicted = ops.ifFaster("DirectConvolution", factor);
    IO.println(ops.table().first(6));
    IO.println(ifEach(ops));

    var before = new double[ROUNDS];
    var after = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      before[i] = millis(slow);
      after[i] = millis(fast);
    }
    double is = median(after);
    double said = median(before) / predicted.speedup();
    IO.println(
        TextTable.of("CNN step, batch " + BATCH, "ms", "least to most")
            .row("convolution by definition", number(median(before), 3), range(before))
            .row("as a product, predicted", number(said, 3), "")
            .row("as a product, measured", number(is, 3), range(after))
            .note(
                "the convolutions alone: %s times as fast; the step: predicted %s, measured %s, at"
                        .formatted(
                            number(factor, 2),
                            number(predicted.speedup(), 2),
                            number(median(before) / is, 2))
                    + " most %s; the predicted time is off by %.0f %%"
                        .formatted(number(predicted.limit(), 2), 100 * (said / is - 1))));
  }

  /// The step of the network as 08 has it.
  public static TrainingStep<?> asProduct() {
    return TrainingStep.cnn(network());
  }

  /// The step of the same network, its convolutions computed by their definition.
  public static TrainingStep<?> byDefinition() {
    return TrainingStep.cnn(
        new Sequential(
            network().layers().stream()
                .map(l -> l instanceof Convolution ? new ByDefinition(l.parameters()) : l)
                .toList()));
  }

  private static Sequential network() {
    return DigitsNetwork.of(WIDTH, new SplittableRandom(1));
  }

  private static void warmUp(TrainingStep<?> step) {
    IntStream.range(0, WARM_UP).forEach(_ -> step.run());
  }

  private static Profile profile(TrainingStep<?> step) {
    try (var profiler = Profiler.start(SCHEDULE)) {
      for (int i = 0; SCHEDULE.phase(i) != ProfileSchedule.Phase.DONE; i++) {
        step.run();
        profiler.step();
      }
      return profiler.profile();
    }
  }

  /// What each op would bring, twice as fast and at no cost.
  private static TextTable ifEach(Hotspots ops) {
    var table = TextTable.of("what if", "2 times as fast", "free");
    for (var r : ops.rows().stream().filter(r -> !r.isScope()).toList()) {
      var twice = ops.ifFaster(r.name(), 2);
      table.row(r.name(), number(twice.speedup(), 2), number(twice.limit(), 2));
    }
    return table.first(6);
  }

  /// How many times as fast the network's two convolutions are as products, by themselves.
  private static double factor() {
    double[] direct = new double[ROUNDS];
    double[] product = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      direct[i] = both((x, w) -> x.tape().apply(new DirectConvolution(WINDOW), x, w));
      product[i] = both((x, w) -> Convolution.convolve(x, w, WINDOW));
    }
    return median(direct) / median(product);
  }

  /// Milliseconds of both convolutions, forward and backward; the first has constant images.
  private static double both(BinaryOperator<Variable> convolution) {
    return alone(convolution, false, Shape.of(BATCH, 1, 8, 8), WIDTH)
        + alone(convolution, true, Shape.of(BATCH, WIDTH, 4, 4), 2 * WIDTH);
  }

  private static double alone(
      BinaryOperator<Variable> convolution, boolean inner, Shape images, int out) {
    var random = new SplittableRandom(3);
    var x = Tensor.normal(random, images.toArray());
    var w = Tensor.normal(random, out, images.length(1), WINDOW.size(), WINDOW.size());
    var dY = Tensor.normal(random, images.length(0), out, images.length(2), images.length(3));
    long start = System.nanoTime();
    for (int i = 0; i < STEPS; i++) {
      var tape = new TensorTape();
      var y = convolution.apply(inner ? tape.variable(x) : tape.constant(x), tape.variable(w));
      tape.backward(y, dY);
    }
    return (System.nanoTime() - start) / 1e6 / STEPS;
  }

  /// Milliseconds a step.
  private static double millis(TrainingStep<?> step) {
    long start = System.nanoTime();
    IntStream.range(0, STEPS).forEach(_ -> step.run());
    return (System.nanoTime() - start) / 1e6 / STEPS;
  }

  private static double median(double... values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static String range(double... values) {
    var all = Arrays.stream(values).summaryStatistics();
    return "%s to %s".formatted(number(all.getMin(), 3), number(all.getMax(), 3));
  }
}
