package tapeline.autograd;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import tapeline.tensor.Tensor;

/// Is backward twice the forward? `X·W`, X (batch,256), W (256,128).
///
/// Each of the two gradients is a product of as many flops as the forward. Prediction: at batch 64
/// backward takes twice as long, and somewhat more, because `Wᵀ` is a view whose columns are copied
/// before they are multiplied. At batch 1 this copy costs more than the product, and dW is as large
/// as W: four times the forward, or more.
///
/// Run: `mvn -pl grader test -Dmodule=5 -Dbench=MatMulBenchmark`
public class MatMulBenchmark extends OpPassBenchmark {
  @Param({"1x256x128", "64x256x128"})
  String shape;

  @Override
  String shape() {
    return shape;
  }

  @Override
  int[][] shapes(int... n) {
    return new int[][] {{n[0], n[1]}, {n[1], n[2]}};
  }

  @Override
  Tensor plain(List<Tensor> x) {
    return x.get(0).matmul(x.get(1));
  }

  @Override
  Variable taped(List<Variable> x) {
    return x.get(0).matmul(x.get(1));
  }
}
