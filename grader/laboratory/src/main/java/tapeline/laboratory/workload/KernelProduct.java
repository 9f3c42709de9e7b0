package tapeline.laboratory.workload;

import java.util.SplittableRandom;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A linear layer and its nonlinearity by the kernels of module 10, in the emulator: `tanh(X·W +
/// B)`, (5,7) by (7,3), float32. What it launches is the same on every machine.
public final class KernelProduct implements Counted {
  private final CudaBackend cuda = new CudaBackend(Gpu.on(new EmulatedGpu().mode(Mode.COUNTERS)));
  private Tensor x = Tensor.zeros(5, 7);
  private Tensor w = Tensor.zeros(7, 3);
  private Tensor b = Tensor.zeros(5, 3);
  private int launches;

  @Override
  public void prepare(long seed) {
    var random = new SplittableRandom(seed);
    x = Tensor.normal(random, 5, 7);
    w = Tensor.normal(random, 7, 3);
    b = Tensor.normal(random, 5, 3);
  }

  /// The sum of the results.
  @Override
  public double run(int units) {
    double sum = 0;
    int before = cuda.transfers().launches();
    for (int i = 0; i < units; i++) {
      for (float y : product().toArray()) {
        sum += y;
      }
    }
    launches = cuda.transfers().launches() - before;
    return sum / units;
  }

  private Tensor product() {
    return cuda.map(UnaryOp.TANH, cuda.zip(BinaryOp.ADD, cuda.matmul(x, w), b));
  }

  /// Against sums in float64, relative to the largest value, 1.
  @Override
  public double gradientError() {
    var got = product();
    double worst = 0;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 3; j++) {
        double sum = b.at(i, j);
        for (int k = 0; k < 7; k++) {
          sum += (double) x.at(i, k) * w.at(k, j);
        }
        worst = Math.max(worst, Math.abs(Math.tanh(sum) - got.at(i, j)));
      }
    }
    return worst;
  }

  @Override
  public int nodes() {
    return 0; // it has no tape
  }

  @Override
  public int launches() {
    return launches;
  }
}
