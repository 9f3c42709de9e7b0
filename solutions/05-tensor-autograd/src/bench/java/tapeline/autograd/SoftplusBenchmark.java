package tapeline.autograd;

import java.util.List;
import org.openjdk.jmh.annotations.Param;
import tapeline.tensor.Tensor;

/// How much does a slope cost beside its function? `ln(1 + eˣ)`, X (batch,1024).
///
/// Prediction: forward takes an exponential and a logarithm an element, backward an exponential and
/// a division, so it is the faster one by half. Both wait for arithmetic and not for memory: the
/// tape does not show, not even at batch 1.
///
/// Run: `mvn -pl grader test -Dmodule=5 -Dbench=SoftplusBenchmark`
public class SoftplusBenchmark extends OpPassBenchmark {
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
    return x.getFirst().softplus();
  }

  @Override
  Variable taped(List<Variable> x) {
    return x.getFirst().softplus();
  }
}
