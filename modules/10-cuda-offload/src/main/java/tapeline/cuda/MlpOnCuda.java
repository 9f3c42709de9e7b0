package tapeline.cuda;

import java.util.Locale;
import java.util.SplittableRandom;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.gpu.Gpu;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.toolkit.TextTable;

/// The perceptron of module 06 learns on the GPU, or on its emulator, and on the CPU beside it: the
/// same code, the same losses, and what had to be moved for it.
public final class MlpOnCuda {
  private static final int EPOCHS = 3;
  private static final int BATCH = 32;
  private static final float RATE = 0.3f;

  private MlpOnCuda() {}

  /// The mean losses of the first epochs on these examples, on a backend.
  ///
  /// @param seed decides where the weights start, and the order of the examples
  public static double[] losses(Backend backend, Dataset examples, long seed, int epochs) {
    var random = new SplittableRandom(seed);
    var model = Sequential.mlp(random, 64, 64, 10);
    var trainer = new Trainer(model, new GradientDescent(RATE), BATCH, random);
    var losses = new double[epochs];
    try (var _ = Backend.use(backend)) {
      for (int epoch = 0; epoch < epochs; epoch++) {
        losses[epoch] = trainer.epoch(examples);
      }
    }
    return losses;
  }

  /// Prints a table of the losses and the transfers: `mvn -pl grader test -Drun=MlpOnCuda`.
  static void main() {
    var digits = Datasets.digits().flat();
    try (var gpu = Gpu.best();
        var cuda = new CudaBackend(gpu)) {
      var onCpu = losses(new CpuBackend(), digits, 1, EPOCHS);
      var onCuda = losses(cuda, digits, 1, EPOCHS);
      var table = TextTable.of("epoch", "loss on the CPU", "loss on " + gpu.name());
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        table.row("" + (epoch + 1), text(onCpu[epoch]), text(onCuda[epoch]));
      }
      IO.print(table);
      IO.println(cuda.transfers());
    }
  }

  private static String text(double loss) {
    return String.format(Locale.ROOT, "%.6f", loss);
  }
}
