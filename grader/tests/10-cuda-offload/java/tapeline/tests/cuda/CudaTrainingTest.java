package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.cuda.CudaBackend;
import tapeline.cuda.MlpOnCuda;
import tapeline.data.Datasets;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;

/// The whole of it: a model that knows nothing of CUDA learns by your kernels.
@Tag("10.8")
class CudaTrainingTest {
  private static final int EPOCHS = 3;

  @Test
  @Tag("slow")
  void the_perceptron_of_module_06_learns_as_on_the_cpu() {
    var before = Backend.current();
    var digits = Datasets.digits().flat().slice(0, 64);
    double[] onCpu = MlpOnCuda.losses(new CpuBackend(), digits, 1, EPOCHS);
    try (var gpu = Gpu.on(new EmulatedGpu())) {
      double[] onCuda = MlpOnCuda.losses(new CudaBackend(gpu), digits, 1, EPOCHS);
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        assertThat(Math.abs(onCuda[epoch] - onCpu[epoch]))
            .as("how far the loss of epoch %d, %.4f, is from the CPU's", epoch + 1, onCuda[epoch])
            .isLessThan(1e-4);
      }
      assertThat(onCuda[EPOCHS - 1])
          .as("the loss of the last epoch, beside the first one's, %.4f", onCuda[0])
          .isLessThan(0.8 * onCuda[0]);
    }
    assertThat(Backend.current()).as("the backend in use after the training").isSameAs(before);
  }
}
