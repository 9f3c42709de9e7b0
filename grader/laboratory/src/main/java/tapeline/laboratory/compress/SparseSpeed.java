package tapeline.laboratory.compress;

import static tapeline.toolkit.TextTable.percent;

import java.util.SplittableRandom;
import tapeline.accel.VectorBackend;
import tapeline.compress.CsrMatrix;
import tapeline.compress.Masks;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// From which sparsity on is a product with a sparse matrix faster than the dense one, 04's and
/// 13's; and in how many bytes? In turns. `./tapeline run SparseSpeed`
public final class SparseSpeed {
  private static final int SIZE = 512;
  private static final double[] SPARSITIES = {0.5, 0.8, 0.9, 0.95, 0.98, 0.99};

  private SparseSpeed() {}

  static void main() {
    for (int columns : new int[] {1, 64}) {
      IO.println(table(SIZE, columns));
    }
  }

  private static TextTable table(int size, int columns) {
    var random = new SplittableRandom(18);
    var a = Tensor.normal(random, size, size);
    var x = Tensor.normal(random, size, columns);
    int repeats = Math.max(1, (1 << 23) / (size * size * columns)); // in a turn, as in Int8Speed
    var table = TextTable.of("zeros", "bytes of dense", "speed beside 04's", "speed beside 13's");
    for (double sparsity : SPARSITIES) {
      var pruned = a.times(Masks.magnitude(a, sparsity));
      var csr = CsrMatrix.of(pruned);
      requireSame(csr.times(x), pruned.matmul(x));
      var dense = times(repeats, () -> pruned.matmul(x));
      var sparse = times(repeats, () -> csr.times(x));
      var textbook = SpeedInTurns.of(dense, sparse);
      SpeedInTurns vectors;
      try (var _ = Backend.use(new VectorBackend())) {
        vectors = SpeedInTurns.of(dense, sparse);
      }
      table.row(
          percent(sparsity, 0),
          percent(csr.bytes() / (4.0 * size * size), 1),
          textbook.toString(),
          vectors.toString());
    }
    return table.note("(%d,%d)·(%d,%d), one thread".formatted(size, size, size, columns));
  }

  private static Runnable times(int repeats, Runnable work) {
    return () -> {
      for (int i = 0; i < repeats; i++) {
        work.run();
      }
    };
  }

  static void requireSame(Tensor a, Tensor b) {
    if (!(a.minus(b).abs().max(false, 0, 1).item() <= 1e-3f)) {
      throw new IllegalStateException("the two products differ: a wrong answer is not timed");
    }
  }
}
