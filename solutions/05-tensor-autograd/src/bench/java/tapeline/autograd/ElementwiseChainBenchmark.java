package tapeline.autograd;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import tapeline.tensor.Tensor;

/// How much does a tape cost beside cheap ops? `relu(x·w + b)²`: four ops on tensors (batch,1024).
///
/// Prediction: at batch 64 an op streams half a megabyte or three quarters, and forward takes as
/// long with the tape as without. Backward computes four tensors, as forward does: two for the
/// product, one each for relu and the square, none for the sum, whose gradients are dY itself. So
/// it takes about as long. At batch 1 the ops are short, and recording shows.
///
/// Run: `mvn -pl grader test -Dmodule=5 -Dbench=ElementwiseChainBenchmark`
public class ElementwiseChainBenchmark extends OpPassBenchmark {
  @Param({"1x1024", "64x1024"})
  String shape;

  @Override
  String shape() {
    return shape;
  }

  @Override
  int[][] shapes(int... n) {
    return new int[][] {{n[0], n[1]}, {n[0], n[1]}, {n[0], n[1]}};
  }

  @Override
  Tensor plain(List<Tensor> x) {
    return x.get(0).times(x.get(1)).plus(x.get(2)).relu().square();
  }

  @Override
  Variable taped(List<Variable> x) {
    return x.get(0).times(x.get(1)).plus(x.get(2)).relu().square();
  }
}
