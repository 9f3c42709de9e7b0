package tapeline.competition;

import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Inputs of the workloads that can be measured at home: each is drawn from numbers alone. The
/// judge draws its own.
public final class EventInputs {
  private EventInputs() {}

  /// Returns whether inputs of this workload can be drawn here.
  public static boolean areKnown(EventWorkload workload) {
    return switch (workload) {
      case SCALAR_GRADIENT, MATMUL -> true;
      case TRAIN_CLASSIFIER, GENERATE_TOKENS, CLASSIFY, KERNEL_MATMUL -> false;
    };
  }

  /// An input of this size; empty where a workload needs data or a model.
  public static Optional<float[][]> draw(
      EventWorkload workload, Map<String, Integer> size, RandomGenerator random) {
    return switch (workload) {
      case SCALAR_GRADIENT -> {
        int inputs = EventWorkload.number(size, "inputs");
        int hidden = EventWorkload.number(size, "hidden");
        int rows = EventWorkload.number(size, "rows");
        yield Optional.of(
            new float[][] {
              gaussian(inputs * hidden + 2 * hidden + 1, 0.5, random),
              gaussian(rows * inputs, 1, random),
              gaussian(rows, 1, random)
            });
      }
      case MATMUL -> {
        int m = EventWorkload.number(size, "m");
        int k = EventWorkload.number(size, "k");
        int n = EventWorkload.number(size, "n");
        yield Optional.of(
            new float[][] {{m, k, n}, gaussian(m * k, 1, random), gaussian(k * n, 1, random)});
      }
      case TRAIN_CLASSIFIER, GENERATE_TOKENS, CLASSIFY, KERNEL_MATMUL -> Optional.empty();
    };
  }

  private static float[] gaussian(int count, double sd, RandomGenerator random) {
    var numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) (sd * random.nextGaussian());
    }
    return numbers;
  }
}
