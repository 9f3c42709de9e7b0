package tapeline.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.NoGpu;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// A driver that cannot, and a kernel that breaks its context: what a learner reads, and what still
/// works.
@Needs(Need.CXX)
class CudaFailuresTest {
  private FakeDriver driver;

  @BeforeEach
  void fresh() {
    driver = FakeDriver.create();
  }

  private static void strike(Gpu gpu) {
    var kernel = gpu.load(FakeDriver.PTX).kernel("vecadd");
    var x = gpu.floats("x", 3);
    kernel.launch(GpuLaunch.covering(4, 256), x, x, x, 4); // one element too many
    assertThatThrownBy(x::toFloats)
        .isInstanceOf(GpuException.class)
        .hasMessageContaining(
            "CUDA_ERROR_ILLEGAL_ADDRESS. A kernel launched before this call read or wrote outside")
        .hasMessageContaining(
            "close it and open a new one; if that fails, start the program again");
  }

  @Test
  void a_kernels_fault_comes_with_the_next_wait_and_says_so() {
    try (var gpu = driver.gpu()) {
      strike(gpu);
    }
  }

  @Test
  void after_a_fault_nothing_works_but_to_close() {
    var gpu = driver.gpu();
    assertThat(gpu.usable()).isTrue();
    strike(gpu);
    assertThat(gpu.usable()).isFalse();
    assertThatThrownBy(() -> gpu.floats("y", 3))
        .hasMessageStartingWith(
            "allocating 'y': CUDA_ERROR_ILLEGAL_ADDRESS. A kernel launched before this call");
    gpu.close();
    assertThat(gpu.usable()).isFalse();
    assertThat(driver.log()).endsWith("release");
  }

  @Test
  void after_a_fault_another_device_is_as_new() {
    try (var gpu = driver.gpu()) {
      strike(gpu);
    }
    try (var gpu = driver.gpu()) {
      assertThat(gpu.usable()).isTrue();
      assertThat(gpu.floatsOf("x", 1, 2).toFloats()).containsExactly(1, 2);
    }
    assertThat(driver.get(FakeDriver.Key.LIVE)).isZero();
  }

  @Test
  void a_device_can_be_closed_by_a_thread_that_never_used_it() throws InterruptedException {
    var gpu = driver.gpu();
    strike(gpu);
    var other = new Thread(gpu::close);
    other.start();
    other.join();
    assertThat(driver.log()).endsWith("release");
  }

  @Test
  void a_card_that_cannot_be_asked_is_given_back() {
    driver.set(FakeDriver.Key.ATTRIBUTE_RESULT, 999);
    assertThatThrownBy(() -> CudaGpu.open(driver.file()))
        .isInstanceOf(NoGpu.class)
        .hasMessageContaining("asking for attribute 75 of the card: CUDA_ERROR_UNKNOWN");
    assertThat(driver.log()).endsWith("release");
  }

  @Test
  void no_device_is_one_sentence() {
    var nothing = DriverStart.noCard(System.getenv("CUDA_VISIBLE_DEVICES")).why();
    driver.set(FakeDriver.Key.INIT_RESULT, 100);
    assertThatThrownBy(() -> CudaGpu.open(driver.file()))
        .isInstanceOf(NoGpu.class)
        .hasMessage(nothing);
    driver.set(FakeDriver.Key.INIT_RESULT, 0).set(FakeDriver.Key.DEVICES, 0);
    assertThatThrownBy(() -> CudaGpu.open(driver.file()))
        .isInstanceOf(NoGpu.class)
        .hasMessage(nothing);
    assertThat(DriverStart.noCard(null).why())
        .isEqualTo("the NVIDIA driver is installed but sees no card");
    assertThat(DriverStart.noCard("").why())
        .isEqualTo(
            "the NVIDIA driver is installed but sees no card, with CUDA_VISIBLE_DEVICES=\"\"");
  }

  @Test
  void a_driver_that_does_not_start_says_why_in_one_sentence() {
    driver.set(FakeDriver.Key.INIT_RESULT, 34);
    assertThatThrownBy(() -> CudaGpu.open(driver.file()))
        .isInstanceOf(NoGpu.class)
        .hasMessage(
            "the NVIDIA driver is installed but does not start: CUDA_ERROR_STUB_LIBRARY (This"
                + " libcuda is a toolkit's stub for linkers: have the driver's own found first)");
    driver.set(FakeDriver.Key.INIT_RESULT, 12345);
    assertThatThrownBy(() -> CudaGpu.open(driver.file()))
        .hasMessage(
            "the NVIDIA driver is installed but does not start: CUDA error 12345"
                + " (in the fake driver's words)");
  }

  @Test
  void a_card_that_somebody_has_for_himself_is_one_sentence() {
    driver.set(FakeDriver.Key.RETAIN_RESULT, 46);
    assertThatThrownBy(() -> CudaGpu.open(driver.file()))
        .isInstanceOf(NoGpu.class)
        .hasMessageStartingWith("the card cannot be opened: opening the device: CUDA_ERROR_DEVICE_")
        .hasMessageContaining("Another program has the card for itself")
        .hasMessageEndingWith("nvidia-smi shows both"); // the sentence goes on
  }

  @Test
  void a_card_for_one_process_at_a_time_says_so() throws NoGpu {
    try (var shared = CudaGpu.open(driver.file())) {
      assertThat(shared.exclusive()).isFalse();
    }
    driver.set(FakeDriver.Key.COMPUTE_MODE, 3);
    try (var exclusive = CudaGpu.open(driver.file())) {
      assertThat(exclusive.exclusive()).isTrue();
    }
  }

  @Test
  void a_library_that_is_no_driver_is_one_sentence() {
    var java = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("java"));
    assertThatThrownBy(() -> CudaGpu.open(java))
        .isInstanceOf(NoGpu.class)
        .hasMessage("the driver's library lacks cuInit, it is older than CUDA 11 or not NVIDIA's");
  }
}
