package tapeline.autograd;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import tapeline.tensor.Tensor;

/// How much does it cost to compute again what was not kept? `ln Σ exp(x)` along the rows of X
/// (batch,1024).
///
/// The gradient is dY·softmax(X), and the softmax is computed then, from X. Prediction: backward
/// takes as many exponentials as forward, and two passes over memory more; the peak is X and its
/// gradient, and no third tensor of that size.
///
/// Run: `mvn -pl grader test -Dmodule=5 -Dbench=LogSumExpBenchmark`
public class LogSumExpBenchmark extends OpPassBenchmark {
  @Param({"1x1024", "64x1024"})
  String shape;

  @Override
  String shape() {
    return shape;
  }

  @Override
  int[][] shapes(int... n) {
    return new int[][] {{n[0], n[1]}};
  }

  @Override
  Tensor plain(List<Tensor> x) {
    return x.getFirst().logSumExp();
  }

  @Override
  Variable taped(List<Variable> x) {
    return x.getFirst().logSumExp();
  }
}
