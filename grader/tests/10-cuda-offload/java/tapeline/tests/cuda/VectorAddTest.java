package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.Mode;
import tapeline.tests.Seeds;

@Tag("10.1")
class VectorAddTest {
  @AutoClose final CudaLab lab = new CudaLab();

  @Test
  void three_numbers_by_hand() {
    var c = lab.room("c", 3);
    lab.kernels.vectorAdd(lab.floats("a", 1, 2, 3), lab.floats("b", 10, 20, 30), c);
    lab.clean("(1,2,3) + (10,20,30)");
    assertThat(c.toFloats()).as("(1,2,3) + (10,20,30)").containsExactly(11, 22, 33);
  }

  @Test
  void every_length_has_its_threads() {
    var random = Seeds.random("vector add");
    for (int n : new int[] {1, 255, 256, 257, 1000}) {
      float[] a = CudaLab.normal(random, n);
      float[] b = CudaLab.normal(random, n);
      var c = lab.room("c", n);
      lab.kernels.vectorAdd(lab.floats("a", a), lab.floats("b", b), c);
      lab.clean("a + b of %d numbers in blocks of 256".formatted(n));
      CloseFloats.to(sum(a, b), c.toFloats(), "a + b of %d numbers in blocks of 256".formatted(n));
    }
  }

  @Test
  void nothing_is_written_behind_the_end() {
    float[] ones = new float[128];
    Arrays.fill(ones, 1);
    var c = lab.floats("c", new float[128]);
    lab.kernel("vector_add.cu", "vector_add")
        .launch(GpuLaunch.covering(100, 128), lab.floats("a", ones), lab.floats("b", ones), c, 100);
    assertThat(Arrays.copyOfRange(c.toFloats(), 100, 128))
        .as("c[100] to c[127] after the launch for n = 100: they belong to no thread")
        .containsOnly(0);
    assertThat(Arrays.copyOf(c.toFloats(), 100))
        .as("c[0] to c[99] after the launch for n = 100, a and b all 1")
        .containsOnly(2);
  }

  @Test
  void neighbours_read_neighbours() {
    float[] x = CudaLab.normal(Seeds.random("coalesced"), 1024);
    var c = lab.room("c", 1024);
    lab.kernels.vectorAdd(lab.floats("a", x), lab.floats("b", x), c);
    var total = lab.clean("a + b of 1024 numbers").total();
    CloseFloats.to(sum(x, x), c.toFloats(), "a + a of 1024 numbers");
    assertThat(total.requests())
        .as("requests of 32 warps to global memory: a, b and c once each")
        .isEqualTo(96);
    assertThat(total.sectorsPerRequest())
        .as("sectors of 32 bytes that a request of 32 floats touches: 4 where they are neighbours")
        .isEqualTo(4);
  }

  @Test
  void a_grid_of_many_blocks() {
    lab.device.mode(Mode.PLAIN).budget(1000); // a sum needs no loop
    int n = 32 * 66_000 + 5; // more blocks than 16 bits can count
    var a = new float[n];
    for (int i = 0; i < n; i++) {
      a[i] = i % 1000;
    }
    var device = lab.floats("a", a);
    var c = lab.room("c", n);
    lab.kernel("vector_add.cu", "vector_add")
        .launch(GpuLaunch.covering(n, 32), device, device, c, n);
    CloseFloats.to(sum(a, a), c.toFloats(), "a + a of %d numbers in blocks of 32".formatted(n));
  }

  private static double[] sum(float[] a, float[] b) {
    var c = new double[a.length];
    Arrays.setAll(c, i -> (double) a[i] + b[i]);
    return c;
  }
}
