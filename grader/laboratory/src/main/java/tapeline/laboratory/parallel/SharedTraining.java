package tapeline.laboratory.parallel;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.SplittableRandom;
import tapeline.compress.FlatGradient;
import tapeline.compress.GradientExchange;
import tapeline.compress.ParallelTrainer;
import tapeline.compress.RingLink;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Metrics;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;

/// A training of 06's perceptron that each worker of a ring takes part in: the same seed, the same
/// batches, and of each batch its own part.
final class SharedTraining {
  private static final int BATCH = 64;
  private static final double SHARE = 0.8;

  private SharedTraining() {}

  /// One worker's result.
  ///
  /// @param gradient of the first step
  /// @param weights in the end
  /// @param loss the mean of this worker's last ten
  record Outcome(float[] gradient, float[] weights, double loss, double accuracy, long bytes) {
    String text() {
      return "%s %s %s %s %d".formatted(encoded(gradient), encoded(weights), loss, accuracy, bytes);
    }

    static Outcome of(String text) {
      var words = text.split(" ", -1);
      return new Outcome(
          decoded(words[0]),
          decoded(words[1]),
          Double.parseDouble(words[2]),
          Double.parseDouble(words[3]),
          Long.parseLong(words[4]));
    }
  }

  private static String encoded(float[] numbers) {
    var bytes = ByteBuffer.allocate(4 * numbers.length);
    bytes.asFloatBuffer().put(numbers);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  private static float[] decoded(String text) {
    var bytes = Base64.getDecoder().decode(text);
    var numbers = new float[bytes.length / 4];
    ByteBuffer.wrap(bytes).asFloatBuffer().get(numbers);
    return numbers;
  }

  static Outcome run(RingLink link, GradientExchange exchange, int steps, long seed) {
    var random = new SplittableRandom(seed);
    var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
    var model = Sequential.mlp(random, 64, 64, 10);
    var optimizer = new Sgd(Schedule.constant(0.1), 0.9);
    var first = new float[][] {{}};
    var trainer =
        new ParallelTrainer(
            model,
            all -> {
              first[0] = first[0].length == 0 ? FlatGradient.of(all) : first[0];
              optimizer.step(all);
            },
            exchange,
            link);
    double loss = 0;
    for (int step = 0; step < steps; step++) {
      double own = trainer.step(batch(parts.training(), step, random));
      loss += steps - step <= 10 ? own / Math.min(10, steps) : 0;
    }
    return new Outcome(
        first[0], weights(model), loss, Metrics.accuracy(model, parts.test()), link.bytesSent());
  }

  /// The next batch, the same for all workers as their generators are.
  private static Dataset batch(Dataset all, int step, SplittableRandom random) {
    int each = all.size() / BATCH;
    int at = (random.nextInt(each) + step) % each * BATCH;
    return all.slice(at, at + BATCH);
  }

  private static float[] weights(Sequential model) {
    var copies =
        model.parameters().stream()
            .map(p -> {
              var copy = new Parameter(p.name(), p.value().copy());
              copy.setGradient(p.value().copy());
              return copy;
            })
            .toList();
    return FlatGradient.of(copies);
  }
}
