package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.GpuLaunch;
import tapeline.tests.Seeds;

@Tag("10.2")
class BiasGeluTest {
  @AutoClose final CudaLab lab = new CudaLab();

  @Test
  void two_rows_by_hand() {
    float[] y = run("by hand", new float[] {0, 2, -1, -2, 0, 1}, 1, -2, 1);
    double[] expected = {0.841192, 0, 0, -0.158808, -0.045402, 1.954598}; // gelu(1), gelu(0), …
    CloseFloats.to(expected, y, 3, "gelu of [[0,2,−1],[−2,0,1]] + (1,−2,1)");
  }

  @Test
  void matrices_of_any_size() {
    var random = Seeds.random("bias gelu");
    for (int[] size : new int[][] {{1, 1}, {3, 5}, {37, 13}, {7, 300}}) {
      float[] x = CudaLab.normal(random, size[0] * size[1]);
      float[] bias = CudaLab.normal(random, size[1]);
      var what = "gelu of (%d,%d) with a bias".formatted(size[0], size[1]);
      CloseFloats.to(ExactKernels.biasGelu(x, bias), run(what, x, bias), size[1], what);
    }
  }

  @Test
  void large_numbers_stay_or_vanish() {
    float[] y = run("large numbers", new float[] {60, -60, 1e6f, -1e6f, 1e15f, -1e15f}, 0, 0);
    CloseFloats.to(
        new double[] {60, 0, 1e6f, 0, 1e15f, 0},
        y,
        2,
        "gelu of [[60,−60],[1e6,−1e6],[1e15,−1e15]]: tanh is 1 or −1 there, and exp would overflow");
  }

  @Test
  void not_a_number_stays_one() {
    float[] y = run("NaN", new float[] {Float.NaN, 1, Float.POSITIVE_INFINITY, 0}, 0, 0);
    CloseFloats.to(
        new double[] {Double.NaN, 0.841192, Double.POSITIVE_INFINITY, 0},
        y,
        2,
        "gelu of [[NaN,1],[∞,0]]");
  }

  @Test
  void each_number_crosses_the_bus_once() {
    float[] x = CudaLab.normal(Seeds.random("one pass"), 24 * 64);
    float[] bias = CudaLab.normal(Seeds.random("its bias"), 64);
    CloseFloats.to(ExactKernels.biasGelu(x, bias), run("(24,64)", x, bias), 64, "gelu of (24,64)");
    var total = lab.device.lastReport().total();
    assertThat(total.requests())
        .as("requests of 48 warps to global memory: x, bias and y once each")
        .isEqualTo(144);
    assertThat(total.sectorsPerRequest())
        .as("sectors of 32 bytes that a request of 32 floats touches: 4 where they are neighbours")
        .isEqualTo(4);
  }

  @Test
  void a_narrow_matrix_has_as_many_threads() {
    float[] x = CudaLab.normal(Seeds.random("narrow"), 512);
    CloseFloats.to(
        ExactKernels.biasGelu(x, new float[] {1}), run("(512,1)", x, 1), 1, "gelu of (512,1)");
    assertThat(lab.device.lastReport().total().requests())
        .as("(512,1): requests of 16 warps to global memory, 32 numbers each: x, bias and y")
        .isEqualTo(48);
  }

  /// A compiler may have its own tanhf in double: as many as the given GELU has may be here.
  @Test
  void a_float_is_computed_as_one() {
    lab.kernel("elementwise.cu", "map_gelu")
        .launch(GpuLaunch.of(1, 32), lab.floats("x", 1, 2), lab.room("y", 2), 2);
    long given = lab.count(CudaLab::isDouble);
    run("(3,5)", new float[15], new float[5]);
    lab.atMost(
        given,
        "computed in double, which is slow on a card (0.5 is one, 0.5f is a float)",
        CudaLab::isDouble);
  }

  private float[] run(String what, float[] x, float... bias) {
    var y = lab.room("y", x.length);
    lab.kernels.biasGelu(lab.floats("x", x), lab.floats("bias", bias), y);
    lab.clean(what);
    return y.toFloats();
  }
}
