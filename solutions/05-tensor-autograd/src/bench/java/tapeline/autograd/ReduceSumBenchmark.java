package tapeline.autograd;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import tapeline.tensor.Tensor;

/// How much does the gradient of a sum cost? `Σ X` over all of X (batch,1024).
///
/// Prediction: nothing that depends on the size. dX is dY, one number, stretched to the shape of X:
/// a view. The peak is its four bytes.
///
/// Run: `mvn -pl grader test -Dmodule=5 -Dbench=ReduceSumBenchmark`
public class ReduceSumBenchmark extends OpPassBenchmark {
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
    return x.getFirst().sum();
  }

  @Override
  Variable taped(List<Variable> x) {
    return x.getFirst().sum();
  }
}
