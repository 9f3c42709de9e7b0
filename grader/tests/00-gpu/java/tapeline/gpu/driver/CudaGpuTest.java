package tapeline.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The driver API from Java, against a stand-in that was compiled with the real `cuda.h`.
@SuppressWarnings("restricted")
@Needs(Need.CXX)
class CudaGpuTest {
  private FakeDriver driver;

  @BeforeEach
  void fresh() {
    driver = FakeDriver.create();
  }

  @Test
  void every_function_in_the_table_is_one_that_the_header_declares() throws Exception {
    try (var gpu = CudaGpu.open(driver.file())) {
      assertThat(gpu.driverVersion()).isEqualTo(13000);
    }
    var library = SymbolLookup.libraryLookup(driver.file(), Arena.global());
    assertThat(List.of(CudaCall.values()))
        .as("the driver's functions that cuda.h declares under just these names")
        .hasSizeGreaterThan(30)
        .allMatch(function -> library.find(function.symbol()).isPresent());
  }

  @Test
  void the_name_says_card_capability_and_driver() {
    try (var gpu = driver.gpu()) {
      assertThat(gpu.name())
          .isEqualTo("Fake card 7 (compute capability 8.6, driver for CUDA 13.0)");
      assertThat(gpu.emulated()).isFalse();
    }
  }

  @Test
  void the_limits_are_the_cards() {
    try (var gpu = driver.gpu()) {
      var limits = gpu.limits();
      assertThat(limits.maxBlock()).isEqualTo(new Dim3(1024, 1023, 64));
      assertThat(limits.maxGrid()).isEqualTo(new Dim3(Integer.MAX_VALUE, 65535, 65534));
      assertThat(limits.sharedBytes()).isEqualTo(49152);
      assertThat(limits.sharedBytesOptIn()).isEqualTo(101376);
      assertThat(limits.multiprocessors()).isEqualTo(28);
      assertThat(limits.threadsPerMultiprocessor()).isEqualTo(1536);
      assertThat(limits.memoryBytes()).isEqualTo(64 << 20);
      assertThat(limits.l2Bytes()).isEqualTo(2359296);
      assertThat(limits.clockKhz()).isEqualTo(1777000);
      assertThat(limits.peakBytesPerSecond()).isEqualTo(2 * 7501e6 * 192 / 8);
    }
  }

  @Test
  void a_sum_of_two_vectors_goes_there_and_back() {
    try (var gpu = driver.gpu()) {
      var a = gpu.floatsOf("a", 1, 2, 3);
      var b = gpu.floatsOf("b", 10, 20, 30);
      var c = gpu.floats("c", 3);
      gpu.load(FakeDriver.PTX).kernel("vecadd").launch(GpuLaunch.covering(3, 256), a, b, c, 3);
      assertThat(c.toFloats()).containsExactly(11, 22, 33);
      assertThat(driver.log()).contains("launch vecadd (1,1,1) (256,1,1) 0 on stream 0");
    }
  }

  @Test
  void arrays_larger_than_the_staging_memory_arrive_whole() {
    int n = 5 * (1 << 20) / 2 + 3; // 10 MiB and a bit, through 4 MiB at a time
    var values = new int[n];
    Arrays.setAll(values, i -> i * 31);
    try (var gpu = driver.gpu()) {
      var buffer = gpu.intsOf("large", values);
      assertThat(buffer.toInts()).isEqualTo(values);
      assertThat(driver.log())
          .containsSubsequence("copy in 4194304", "copy in 4194304", "copy in 2097164");
    }
  }

  @Test
  void every_type_of_argument_arrives() {
    try (var gpu = driver.gpu()) {
      var buffer = gpu.floats("x", 4);
      var probe = gpu.load(FakeDriver.PTX).kernel("probe");
      probe.launch(GpuLaunch.of(1, 1), true, buffer, -1, 0.5f, 0.25, -3L);
      assertThat(driver.log())
          .contains(
              "probe u8 1 u64 %x u32 4294967295 f32 0.5 f64 0.25 s64 -3"
                  .formatted(buffer.address()));
    }
  }

  @Test
  void grid_block_and_shared_bytes_arrive_in_their_places() {
    try (var gpu = driver.gpu();
        var stream = gpu.newStream("side")) {
      var kernel = gpu.load(FakeDriver.PTX).kernel("hungry");
      var launch = GpuLaunch.of(new Dim3(2, 3, 4), new Dim3(5, 6, 7)).shared(8);
      kernel.launch(stream, launch);
      assertThat(driver.log()).contains("launch hungry (2,3,4) (5,6,7) 8 on stream 1");
    }
  }

  @Test
  void more_than_48_KiB_of_shared_memory_is_asked_for_first() {
    try (var gpu = driver.gpu()) {
      var kernel = gpu.load(FakeDriver.PTX).kernel("hungry");
      kernel.launch(GpuLaunch.of(1, 32).shared(47 << 10)); // and 2 KiB of its own
      assertThat(driver.log())
          .containsSubsequence(
              "allow 48128 shared bytes", "launch hungry (1,1,1) (32,1,1) 48128 on stream 0");
    }
  }

  @Test
  void each_thread_makes_the_context_its_own_once() throws InterruptedException {
    try (var gpu = driver.gpu()) {
      var buffer = gpu.floatsOf("x", 1, 2);
      driver.log();
      var worker =
          new Thread(() -> {
            buffer.toFloats();
            buffer.toFloats();
          });
      worker.start();
      worker.join();
      buffer.toFloats();
      assertThat(driver.log())
          .containsExactly("set current", "copy out 8", "copy out 8", "copy out 8");
    }
  }

  @Test
  void a_virtual_thread_is_turned_away_by_name() throws InterruptedException {
    try (var gpu = driver.gpu()) {
      var thrown = new AtomicReference<Throwable>();
      Thread.ofVirtual()
          .uncaughtExceptionHandler((_, e) -> thrown.set(e))
          .start(gpu::synchronize)
          .join();
      assertThat(thrown.get()).hasMessageContaining("got a virtual thread");
    }
  }

  @Test
  void occupancy_is_the_share_of_resident_threads() {
    try (var gpu = driver.gpu()) {
      var kernel = gpu.load(FakeDriver.PTX).kernel("vecadd");
      assertThat(kernel.occupancy(GpuLaunch.of(1, 1024))).isEqualTo(1024 / 1536.0);
      assertThat(kernel.occupancy(GpuLaunch.of(1, 256))).isEqualTo(1);
      assertThat(kernel.occupancy(GpuLaunch.of(1, 256).shared(40960))).isEqualTo(512 / 1536.0);
    }
  }

  @Test
  void occupancy_with_more_than_48_KiB_is_that_of_a_launch_which_may_have_it() {
    try (var gpu = driver.gpu()) {
      var kernel = gpu.load(FakeDriver.PTX).kernel("vecadd");
      assertThat(kernel.occupancy(GpuLaunch.of(1, 256).shared(50 << 10)))
          .as(
              "one block of 256, as two of 50 KiB have no room: the driver says 0 if it is not asked")
          .isEqualTo(512 / 1536.0);
    }
  }

  @Test
  void a_kernel_tells_what_it_takes() {
    try (var gpu = driver.gpu()) {
      var resources = gpu.load(FakeDriver.PTX).kernel("hungry").resources();
      assertThat(resources.registers()).isEqualTo(255);
      assertThat(resources.sharedBytes()).isEqualTo(2048);
      assertThat(resources.localBytes()).isEqualTo(64);
      assertThat(resources.maxThreads()).isEqualTo(256);
    }
  }

  @Test
  void constant_memory_is_a_buffer() {
    try (var gpu = driver.gpu()) {
      var weights = gpu.load(FakeDriver.PTX).floats("weights").upload(new float[] {1, 2, 3});
      assertThat(weights.toFloats()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void pinned_memory_is_copied_on_a_stream() {
    try (var gpu = driver.gpu();
        var stream = gpu.newStream("side");
        var in = gpu.pinned(2).put(new float[] {1, 2});
        var out = gpu.pinned(2)) {
      var buffer = gpu.floats("x", 2);
      var copy = gpu.floats("y", 2);
      buffer.uploadAsync(in, stream);
      copy.copyFrom(buffer, stream);
      copy.downloadAsync(out, stream);
      stream.synchronize();
      assertThat(out.toFloats()).containsExactly(1, 2);
      assertThat(driver.log()).contains("copy in 8 on stream 1", "copy out 8 on stream 1");
    }
  }

  @Test
  void closing_gives_everything_back() {
    try (var gpu = driver.gpu()) {
      gpu.floatsOf("x", 1, 2);
      gpu.newStream("side");
      gpu.event("mark");
      gpu.load(FakeDriver.PTX);
      gpu.pinned(5);
      assertThat(driver.get(FakeDriver.Key.LIVE)).isEqualTo(6); // and the staging memory
    }
    assertThat(driver.get(FakeDriver.Key.LIVE)).isZero();
    assertThat(driver.log()).endsWith("release");
  }

  @Test
  void nothing_is_taken_from_a_kernel_that_still_runs() {
    try (var gpu = driver.gpu()) {
      var launch = GpuLaunch.of(1, 32);
      var pinned = gpu.pinned(5);
      var module = gpu.load(FakeDriver.PTX);
      module.kernel("hungry").launch(launch);
      pinned.close();
      module.kernel("hungry").launch(launch);
      module.close();
      gpu.pinned(5);
      gpu.load(FakeDriver.PTX).kernel("hungry").launch(launch);
    } // and all that is left
    assertThat(driver.log())
        .as("what is freed or unloaded while the device is busy: wait for it first")
        .noneMatch(line -> line.startsWith("pulled away"));
  }

  @Test
  void without_memory_the_message_says_who_holds_it() {
    driver.set(FakeDriver.Key.MEMORY, 4 << 20);
    try (var gpu = driver.gpu()) {
      gpu.floats("weights", 256 << 10);
      gpu.floats("bias", 1 << 10);
      assertThatThrownBy(() -> gpu.floats("activations", 1 << 20))
          .isInstanceOf(GpuException.class)
          .hasMessage(
              "allocating 'activations' of 4.0 MiB: CUDA_ERROR_OUT_OF_MEMORY. 3.0 MiB of 4.0 MiB"
                  + " are free, you hold 2 buffers, the largest 'weights' 1.0 MiB, 'bias' 4.0 KiB");
    }
  }
}
