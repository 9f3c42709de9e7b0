package tapeline.laboratory.profile;

import static tapeline.toolkit.TextTable.number;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import tapeline.accel.VectorBackend;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.Convolution;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Window;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.Span;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.profile.Amdahl;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// Predicts what a training step gains from a faster op, replaces the op, and looks: in 08's
/// network, convolution by its definition becomes a product on im2col's columns; in 09's model,
/// 04's product becomes 13's packed one. `./tapeline run WhatIf`
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
    convolution();
    product();
  }

  /// 08's convolutions, which become products.
  private static void convolution() {
    Runnable slow = byDefinition()::run;
    Runnable fast = asProduct()::run;
    warmUp(slow);
    warmUp(fast);
    double factor = factor();
    var ops = Hotspots.of(profile(slow), By.OP);
    IO.println(ops.table().first(6));
    IO.println(ifEach(ops));
    compare(
        "CNN, batch 16: DirectConvolution as a product",
        ops.ifFaster("DirectConvolution", factor),
        factor,
        slow,
        fast);
  }

  /// 04's product in 09's model, which becomes 13's packed one.
  private static void product() {
    var cpu = new CpuBackend();
    var vector = new VectorBackend().opByOp();
    var slow = on(cpu, TrainingStep.transformer());
    var fast = on(vector, TrainingStep.transformer());
    warmUp(slow);
    warmUp(fast);
    var profile = profile(slow);
    var ops = Hotspots.of(profile, By.OP);
    double factor = factor(profile, cpu, vector);
    IO.println(ops.table().first(6));
    compare(
        "transformer: MatMul packed, on vectors",
        ops.ifFaster("MatMul", factor),
        factor,
        slow,
        fast);
  }

  /// Both steps in turns, beside what Amdahl's law says of the first.
  private static void compare(
      String what, Amdahl predicted, double factor, Runnable slow, Runnable fast) {
    var before = new double[ROUNDS];
    var after = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      before[i] = millis(slow);
      after[i] = millis(fast);
    }
    double was = StatUtils.percentile(before, 50);
    double is = StatUtils.percentile(after, 50);
    double said = was / predicted.speedup();
    IO.println(
        TextTable.of(what, "ms a step", "least to most")
            .row("as it is", number(was, 3), range(before))
            .row("replaced, predicted", number(said, 3), "")
            .row("replaced, measured", number(is, 3), range(after))
            .note(
                "the op alone: %s times as fast; the step: predicted %s, measured %s, at most %s;"
                        .formatted(
                            number(factor, 2),
                            number(predicted.speedup(), 2),
                            number(was / is, 2),
                            number(predicted.limit(), 2))
                    + " the predicted time is off by %.0f %%".formatted(100 * (said / is - 1))));
  }

  private static Runnable on(Backend backend, TrainingStep<?> step) {
    return () -> {
      try (var _ = Backend.use(backend)) {
        step.run();
      }
    };
  }

  /// How many times as fast the products of a profile's steps are by themselves, each with its
  /// shapes, forward and backward, one backend's time over the other's.
  private static double factor(Profile profile, Backend slow, Backend fast) {
    var works =
        profile.spans().stream()
            .filter(s -> s.kind() == Span.Kind.FORWARD && s.name().equals("MatMul"))
            .map(s -> Objects.requireNonNull(s.work()).inputs())
            .collect(Collectors.groupingBy(shapes -> shapes, Collectors.counting()));
    double a = 0;
    double b = 0;
    for (var shapes : works.entrySet()) {
      a += shapes.getValue() * alone(slow, shapes.getKey());
      b += shapes.getValue() * alone(fast, shapes.getKey());
    }
    return a / b;
  }

  /// Milliseconds of a product of these shapes, forward and backward: the median of some rounds.
  private static double alone(Backend backend, List<String> shapes) {
    var random = new SplittableRandom(3);
    var a = Tensor.normal(random, lengths(shapes.getFirst()));
    var b = Tensor.normal(random, lengths(shapes.getLast()));
    var dY = Tensor.normal(random, a.matmul(b).shape().toArray());
    var times = new double[ROUNDS];
    try (var _ = Backend.use(backend)) {
      for (int i = -ROUNDS; i < ROUNDS; i++) { // the first half warms up
        double took =
            millis(() -> {
              var tape = new TensorTape();
              tape.backward(tape.variable(a).matmul(tape.variable(b)), dY);
            });
        times[Math.max(0, i)] = took;
      }
    }
    return StatUtils.percentile(times, 50);
  }

  /// Returns the lengths of a shape as a profile writes it, `(32,64)`.
  private static int[] lengths(String shape) {
    return Arrays.stream(shape.replaceAll("[()]", "").split(","))
        .mapToInt(Integer::parseInt)
        .toArray();
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

  private static void warmUp(Runnable step) {
    IntStream.range(0, WARM_UP).forEach(_ -> step.run());
  }

  private static Profile profile(Runnable step) {
    try (var profiler = Profiler.start(SCHEDULE)) {
      for (int i = 0; SCHEDULE.phase(i) != ProfileSchedule.Phase.DONE; i++) {
        step.run();
        profiler.step();
      }
      return profiler.profile();
    }
  }

  /// The speed-up that each op would bring, twice as fast and at no cost.
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
    return StatUtils.percentile(direct, 50) / StatUtils.percentile(product, 50);
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

  /// Milliseconds a run, of ten.
  private static double millis(Runnable step) {
    long start = System.nanoTime();
    IntStream.range(0, STEPS).forEach(_ -> step.run());
    return (System.nanoTime() - start) / 1e6 / STEPS;
  }

  private static String range(double... values) {
    return "%s to %s".formatted(number(StatUtils.min(values), 3), number(StatUtils.max(values), 3));
  }
}
