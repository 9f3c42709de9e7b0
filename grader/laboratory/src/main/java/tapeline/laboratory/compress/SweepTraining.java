package tapeline.laboratory.compress;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.autograd.TensorTape;
import tapeline.compress.FlatGradient;
import tapeline.compress.LocalRing;
import tapeline.compress.ParallelTrainer;
import tapeline.compress.RingLink;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;

/// A training of 06's perceptron by the workers of a ring, which exchange gradients in some way:
/// the loss on all training digits, after so many steps and so many bytes.
final class SweepTraining {
  private static final int BATCH = 64;
  private static final double SHARE = 0.8;
  private static final int EVERY = 50; // steps between points

  private SweepTraining() {}

  /// @param loss on all training digits, in nats
  /// @param bytes that one worker has sent
  record Point(int step, double loss, long bytes) {}

  /// @param curve a point every 50 steps
  /// @param accuracy on digits never seen
  record Curve(List<Point> curve, double accuracy) {
    Point last() {
      return curve.getLast();
    }
  }

  /// Steps of gradient descent without momentum, whose rate falls to 0 along a cosine.
  static Curve run(ExchangeMethod method, int workers, int steps, double rate, long seed) {
    return LocalRing.run(workers, link -> run(link, method, steps, rate, seed)).getFirst();
  }

  private static Curve run(
      RingLink link, ExchangeMethod method, int steps, double rate, long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
    var model = Sequential.mlp(random, 64, 64, 10);
    var schedule = Schedule.cosine(rate, 0, steps);
    var exchange = method.maker().of(FlatGradient.shapes(model.parameters()), schedule, steps);
    var sgd = new Sgd(schedule, 0);
    var trainer = new ParallelTrainer(model, sgd, exchange, link);
    var points = new ArrayList<Point>();
    int batches = parts.training().size() / BATCH;
    for (int step = 1; step <= steps; step++) {
      int at = random.nextInt(batches) * BATCH; // the same on all workers
      trainer.step(parts.training().slice(at, at + BATCH));
      if (link.rank() == 0 && step % EVERY == 0) {
        points.add(new Point(step, loss(model, parts.training()), link.bytesSent()));
      }
    }
    return new Curve(points, link.rank() == 0 ? Metrics.accuracy(model, parts.test()) : 0);
  }

  private static double loss(Layer model, Dataset data) {
    var logits = new TensorTape().constant(model.apply(data.inputs()));
    return Losses.crossEntropy(logits, data.labels()).value().item();
  }
}
