package tapeline.laboratory.curvature;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import tapeline.autograd.TensorTape;
import tapeline.curvature.Classification;
import tapeline.curvature.Descent;
import tapeline.curvature.DescentMethod;
import tapeline.curvature.TrainingObjective;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Losses;
import tapeline.nn.Metrics;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;

/// A model that is to learn the digits, from one seed: which are held back, and where it starts.
///
/// @param test digits that are held back
/// @param goal the loss on all training digits to get to
public record DigitsProblem(
    Classification training, Dataset test, double goal, SplittableRandom random) {
  private static final double SHARE = 0.8;

  /// Logistic regression: one linear layer, whose loss is convex.
  static DigitsProblem logistic(long seed, double goal) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
    return of(new Linear("0", 64, 10, random), parts, goal, random);
  }

  /// 06's perceptron with a hidden layer of 64.
  static DigitsProblem perceptron(long seed, double goal) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
    return of(Sequential.mlp(random, 64, 64, 10), parts, goal, random);
  }

  private static DigitsProblem of(
      Layer model, Dataset.Split parts, double goal, SplittableRandom random) {
    return new DigitsProblem(
        new Classification(model, parts.training()), parts.test(), goal, random);
  }

  /// By one of 16's methods on all digits, with the Gauss–Newton matrix where it asks for one.
  public RunToLoss descend(DescentMethod method, int most) {
    return timed(() -> {
      var f = TrainingObjective.withGaussNewton(training);
      var start = f.parameters().vector();
      var end = Descent.of(f, start, method, most, s -> s.value() <= goal);
      f.parameters().assign(end.x());
      return end.iterations();
    });
  }

  /// By an optimizer of 07 on all digits at each step: its loss is that before the step.
  public RunToLoss optimize(Optimizer optimizer, int most) {
    var parameters = training.parameters();
    return timed(() -> {
      for (int i = 0; i < most; i++) {
        parameters.forEach(Parameter::clearGradient);
        var tape = new TensorTape();
        var loss = training.on(tape);
        if (loss.value().item() <= goal) {
          return i;
        }
        tape.backward(loss);
        optimizer.step(parameters);
      }
      return most;
    });
  }

  /// By an optimizer of 07 in batches. After each epoch the loss on all digits is looked at, which
  /// is neither counted nor timed.
  RunToLoss batches(Optimizer optimizer, int batch, int epochs) {
    var trainer = new Trainer(training.model(), optimizer, batch, random);
    int steps = (training.data().size() + batch - 1) / batch;
    var run = new RunToLoss(0, 0, 0, loss(), 0, false);
    for (int epoch = 0; epoch < epochs && !run.reached(); epoch++) {
      var one =
          timed(() -> {
            trainer.epoch(training.data());
            return steps;
          });
      run =
          new RunToLoss(
              run.iterations() + steps,
              run.flops() + one.flops(),
              run.seconds() + one.seconds(),
              one.loss(),
              one.accuracy(),
              one.reached());
    }
    return run;
  }

  private RunToLoss timed(IntSupplier work) {
    var counted = new CountedBackend(Backend.current());
    var clock = ManagementFactory.getThreadMXBean();
    long start = clock.getCurrentThreadCpuTime();
    int iterations;
    try (var _ = Backend.use(counted)) {
      iterations = work.getAsInt();
    }
    double seconds = (clock.getCurrentThreadCpuTime() - start) / 1e9;
    double loss = loss();
    return new RunToLoss(
        iterations,
        counted.total().flops(),
        seconds,
        loss,
        Metrics.accuracy(training.model(), test),
        loss <= goal * (1 + 1e-6));
  }

  private double loss() {
    var tape = new TensorTape();
    var logits = training.model().apply(training.data().inputs());
    return Losses.crossEntropy(tape.constant(logits), training.data().labels()).value().item();
  }
}
