package tapeline.laboratory.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.junit.jupiter.api.Test;
import tapeline.accel.VectorBackend;
import tapeline.curvature.Classification;
import tapeline.curvature.GaussNewton;
import tapeline.curvature.Hessian;
import tapeline.data.Dataset;
import tapeline.nn.Sequential;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

class VectorCurvatureTest {
  /// Within a step, whose backward uses passed arrays again: a Hessian's product reads them later.
  @Test
  void products_on_13s_backend_are_those_on_the_plain_one() {
    var random = new Random(13);
    var model = Sequential.mlp(random, 64, 64, 10);
    var labels = random.ints(96, 0, 10).toArray();
    var training =
        new Classification(model, new Dataset(Tensor.normal(random, 96, 64), labels, 10));
    var v = new ArrayRealVector(random.doubles(model.parameterCount(), -1, 1).toArray());
    var hessian = new Hessian(training).times(v);
    var gaussNewton = new GaussNewton(training).times(v);
    var vectors = new VectorBackend();
    try (var _ = Backend.use(vectors);
        var _ = vectors.step()) {
      assertThat(new Hessian(training).times(v).getDistance(hessian) / hessian.getNorm())
          .as("how far H·v on VectorBackend is from that on CpuBackend, of its length")
          .isLessThan(1e-5);
      assertThat(
              new GaussNewton(training).times(v).getDistance(gaussNewton) / gaussNewton.getNorm())
          .as("how far G·v is")
          .isLessThan(1e-5);
    }
  }
}
