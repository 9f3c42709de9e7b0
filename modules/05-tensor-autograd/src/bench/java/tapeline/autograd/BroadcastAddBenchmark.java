package tapeline.autograd;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import tapeline.tensor.Tensor;

/// How much does a stretched operand cost in backward? `X + b`, X (batch,1024), b (1024).
///
/// Prediction: the gradient of X is dY itself, and costs nothing; that of b is the sum of all rows,
/// so backward only reads, in float64, where forward reads and writes.
///
/// Run: `mvn -pl grader test -Dmodule=5 -Dbench=BroadcastAddBenchmark`
public class BroadcastAddBenchmark extends OpPassBenchmark {
  @Param({"1x1024", "64x1024"})
  String shape;

  @Override
  String shape() {
    return shape;
  }

  @Override
  int[][] shapes(int... n) {
    return new int[][] {{n[0], n[1]}, {n[1]}};
  }

  @Override
  Tensor plain(List<Tensor> x) {
    return x.get(0).plus(x.get(1));
  }

  @Override
  Variable taped(List<Variable> x) {
    return x.get(0).plus(x.get(1));
  }
}
