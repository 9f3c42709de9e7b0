package tapeline.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuTiming;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The matrix multiplication of a library that reads columns, from rows.
@Needs(Need.CXX)
class CublasTest {
  @TempDir Path folder;

  @Test
  void rows_times_columns_comes_out_by_rows() throws IOException {
    var driver = FakeDriver.create();
    Files.createLink(folder.resolve("libcublas.so.13"), driver.file());
    try (var gpu = driver.gpu();
        var cublas = Cublas.find(gpu, folder).orElseThrow()) {
      var a = gpu.floatsOf("A", 1, 2, 3, 4, 5, 6); // (2,3)
      var b = gpu.floatsOf("B", 1, 0, 2, 0, 1, 1, 1, 0, 1, 2, 0, 1); // (3,4)
      var c = gpu.floats("C", 8);
      cublas.tf32(true);
      cublas.tf32(false);
      cublas.matmul(a, b, c, 2, 4, 3);
      assertThat(c.toFloats()).containsExactly(6, 8, 4, 3, 15, 17, 13, 6);
      assertThat(driver.log()).containsSubsequence("tf32 1", "tf32 0");
      assertThatThrownBy(() -> cublas.matmul(a, b, c, 3, 4, 2))
          .hasMessage("matmul needs (3,2)·(2,4) = (3,4): got buffers of 6, 12 and 8 floats");
    }
    assertThat(driver.get(FakeDriver.Key.LIVE)).isZero();
  }

  @Test
  void one_that_does_not_load_is_passed_over() throws IOException {
    var driver = FakeDriver.create();
    Files.createDirectory(folder.resolve("libcublas.so.13")); // so much for that
    Files.createLink(folder.resolve("libcublas.so.12"), driver.file());
    try (var gpu = driver.gpu();
        var cublas = Cublas.find(gpu, folder).orElseThrow()) {
      cublas.tf32(true);
      assertThat(driver.log()).contains("tf32 1");
    }
  }

  @Test
  void its_product_is_timed_on_the_device() throws IOException {
    var driver = FakeDriver.create().set(FakeDriver.Key.KERNEL_NANOS, 1_000_000);
    Files.createLink(folder.resolve("libcublas.so.13"), driver.file());
    try (var gpu = driver.gpu();
        var cublas = Cublas.find(gpu, folder).orElseThrow()) {
      int n = 20;
      var a = gpu.floatsOf("A", new float[n * n]);
      var c = gpu.floats("C", n * n);
      var time = GpuTiming.measureRight(gpu, 3, 10, () -> cublas.matmul(a, a, c, n, n, n));
      assertThat(time.median()).as("ms").isEqualTo(1);
    }
  }

  @Test
  void on_the_emulator_there_is_none() {
    assertThatThrownBy(() -> Cublas.find(Gpu.on(new EmulatedGpu())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cuBLAS needs a CUDA card: got the emulator");
  }
}
