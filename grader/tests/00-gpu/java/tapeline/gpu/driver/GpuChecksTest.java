package tapeline.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Mistakes that are caught before the driver sees them, and in which words.
@Needs(Need.CXX)
class GpuChecksTest {
  private final FakeDriver driver = FakeDriver.create();
  @AutoClose private Gpu gpu;
  private GpuKernel vecadd;

  @BeforeEach
  void open() {
    gpu = driver.gpu();
    vecadd = gpu.load(FakeDriver.PTX).kernel("vecadd");
    driver.log();
  }

  private void refused(Runnable action, String message) {
    assertThatThrownBy(action::run).hasMessage(message);
    assertThat(driver.log()).as("the driver was not asked").isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 1 1     | 1025 1 1 | 0      | a block has at most 1024 threads: got 1025·1·1 = 1025. Use more blocks of fewer threads
          0 1 1     | 256 1 1  | 0      | a grid has at least one block along x, y and z: got (0, 1, 1). For 0 elements, skip the launch
          1 1 1     | 32 0 1   | 0      | a block has at least one thread along x, y and z: got (32, 0, 1)
          1 1 1     | 1 1 65   | 0      | a block has at most (1024, 1023, 64) threads along x, y, z: got (1, 1, 65)
          1 65536 1 | 32 1 1   | 0      | a grid has at most (2147483647, 65535, 65534) blocks along x, y, z: got (1, 65536, 1)
          1 1 1     | 32 1 1   | 101377 | a block of this GPU has at most 101376 bytes of shared memory: got 0 declared in the kernel and 101377 asked for by the launch
          """)
  void a_launch_that_no_card_can_do(String grid, String block, int shared, String message) {
    var x = gpu.floats("x", 3);
    var launch = GpuLaunch.of(lengths(grid), lengths(block)).shared(shared);
    refused(() -> vecadd.launch(launch, x, x, x, 3), "launch of vecadd: " + message);
  }

  private static Dim3 lengths(String text) {
    int[] n = Stream.of(text.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    return new Dim3(n[0], n[1], n[2]);
  }

  @Test
  void more_threads_than_the_kernels_registers_allow() {
    var hungry = gpu.load(FakeDriver.PTX).kernel("hungry");
    driver.log();
    refused(
        () -> hungry.launch(GpuLaunch.of(1, 512)),
        "launch of hungry: this kernel runs with at most 256 threads a block (its 255 registers a"
            + " thread, or its __launch_bounds__, allow no more): got 512");
  }

  @Test
  void an_argument_too_few() {
    var x = gpu.floats("x", 3);
    refused(
        () -> vecadd.launch(GpuLaunch.of(1, 32), x, x, x),
        "vecadd takes 4 arguments (u64, u64, u64, u32): got 3");
  }

  @Test
  void an_argument_of_another_type() {
    var x = gpu.floats("x", 3);
    refused(
        () -> vecadd.launch(GpuLaunch.of(1, 32), x, x, x, 3f),
        "argument 4 of vecadd (u64, u64, u64, u32) is an int: got the float 3.0");
    refused(
        () -> vecadd.launch(GpuLaunch.of(1, 32), x, new float[3], x, 3),
        "argument 2 of vecadd (u64, u64, u64, u32) is a buffer or a long:"
            + " got a Java array of 3 floats; upload it to a buffer");
  }

  @Test
  void an_upload_of_another_length_or_type() {
    var x = gpu.floats("x", 3);
    refused(() -> x.upload(new float[4]), "'x' holds 3 floats: got upload of 4 floats");
    refused(() -> x.upload(new int[3]), "'x' holds 3 floats: got upload of 3 ints");
    refused(() -> x.download(new float[1]), "'x' holds 3 floats: got download of 1 float");
  }

  @Test
  void a_slice_is_the_same_memory_and_stays_inside() {
    var x = gpu.floatsOf("x", 1, 2, 3, 4, 5);
    x.slice(1, 3).slice(1, 2).upload(new float[] {30, 40});
    assertThat(x.toFloats()).containsExactly(1, 2, 30, 40, 5);
    driver.log();
    refused(
        () -> x.slice(3, 3), "a slice lies inside its buffer: 'x' has 5 floats, got 3 from 3 on");
  }

  @Test
  void memory_that_was_freed() {
    var x = gpu.floats("x", 3);
    var part = x.slice(1, 2);
    part.close(); // not its memory
    x.upload(new float[] {1, 2, 3});
    x.close();
    x.close();
    driver.log();
    refused(() -> x.toFloats(), "the buffer 'x' was freed");
    refused(() -> part.toFloats(), "the buffer 'x[1..2]' was freed");
    refused(() -> vecadd.launch(GpuLaunch.of(1, 32), x, x, x, 3), "the buffer 'x' was freed");
  }

  @Test
  void memory_of_another_gpu() {
    try (var other = FakeDriver.create().gpu()) {
      var x = gpu.floats("x", 3);
      var y = other.floats("y", 3);
      assertThatThrownBy(() -> vecadd.launch(GpuLaunch.of(1, 32), x, y, x, 3))
          .hasMessageStartingWith("vecadd needs memory of one GPU: 'y' lies on Fake card 7");
    }
  }

  @Test
  void a_kernel_that_is_not_there() {
    var module = gpu.load(FakeDriver.PTX);
    driver.log();
    refused(
        () -> module.kernel("vectoradd"),
        "no kernel 'vectoradd' in this module: it has [vecadd, hungry, _Z4initPfi, probe]");
  }

  @Test
  void a_kernel_without_extern_C_is_found_by_the_name_in_the_source() {
    var init = gpu.load(FakeDriver.PTX).kernel("init");
    init.launch(GpuLaunch.of(1, 32), gpu.floats("x", 3), 3);
    assertThat(init.name()).isEqualTo("init");
    assertThat(driver.log()).contains("launch _Z4initPfi (1,1,1) (32,1,1) 0 on stream 0");
  }

  @Test
  void a_gpu_that_was_closed() {
    var x = gpu.floats("x", 3);
    gpu.close();
    gpu.close();
    driver.log();
    refused(() -> x.toFloats(), "this GPU was closed, and all its memory freed");
    refused(() -> gpu.floats("y", 3), "this GPU was closed, and all its memory freed");
    x.close();
  }
}
