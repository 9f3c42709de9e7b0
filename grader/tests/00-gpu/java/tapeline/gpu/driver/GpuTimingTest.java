package tapeline.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuTiming;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Time on a device that takes 2 ms for a kernel, 5 µs for a launch, and 50 ms more for the first.
@Needs(Need.CXX)
class GpuTimingTest {
  private final FakeDriver driver = FakeDriver.create().set(FakeDriver.Key.KERNEL_NANOS, 2_000_000);
  @AutoClose private Gpu gpu;
  private GpuKernel kernel;

  @BeforeEach
  void open() {
    gpu = driver.gpu();
    kernel = gpu.load(FakeDriver.PTX).kernel("hungry");
  }

  private void work() {
    kernel.launch(GpuLaunch.of(1, 32));
  }

  @Test
  void events_show_what_the_kernel_takes() {
    var time = GpuTiming.measureRight(gpu, 1, 5, this::work);
    assertThat(time.median()).isEqualTo(2);
    assertThat(time.fastest()).isEqualTo(time.slowest());
    assertThat(time).hasToString("2.00 ms (2.00 to 2.00 in 5 runs)");
  }

  @Test
  void the_device_never_waits_for_the_next_launch() {
    driver.set(FakeDriver.Key.LAUNCH_NANOS, 1_900_000); // and 2 ms for the kernel
    assertThat(GpuTiming.measureRight(gpu, 1, 5, this::work).slowest())
        .as(
            "ms of the slowest run: all are given before one is waited for, or an idle device's"
                + " wait for Java would be counted")
        .isEqualTo(2);
  }

  @Test
  void without_a_warm_up_the_first_run_is_another_thing() {
    assertThat(GpuTiming.measureRight(gpu, 0, 5, this::work).slowest()).isEqualTo(52.005f);
  }

  @Test
  void the_launch_alone_looks_400_times_as_fast() {
    var right = GpuTiming.measureRight(gpu, 1, 5, this::work);
    var wrong = GpuTiming.measureWrong(gpu, 5, this::work, () -> driver.get(FakeDriver.Key.NOW));
    assertThat(wrong.median()).isEqualTo(0.005);
    assertThat(right.median() / wrong.median()).isBetween(400.0, 402.0);
  }

  @Test
  void the_wrong_time_is_the_same_for_a_kernel_ten_times_as_long() {
    driver.set(FakeDriver.Key.KERNEL_NANOS, 20_000_000);
    assertThat(
            GpuTiming.measureWrong(gpu, 5, this::work, () -> driver.get(FakeDriver.Key.NOW))
                .median())
        .isEqualTo(0.005);
  }

  @Test
  void a_time_that_nobody_waited_for_is_refused() {
    var start = gpu.event("start");
    var end = gpu.event("end");
    start.record(gpu.stream());
    work();
    end.record(gpu.stream());
    start.synchronize();
    assertThatThrownBy(() -> start.millisUntil(end))
        .hasMessage(
            "a time is read after the work is done: the event 'end' was not waited for since it"
                + " was recorded, call its synchronize() first");
    end.synchronize();
    assertThat(start.millisUntil(end)).isEqualTo(52.005f);
    end.record(gpu.stream());
    assertThatThrownBy(() -> start.millisUntil(end)).hasMessageContaining("not waited for");
  }

  @Test
  void waiting_for_the_stream_or_the_device_will_do() {
    try (var stream = gpu.newStream("side")) {
      var start = gpu.event("start");
      var end = gpu.event("end");
      for (Runnable wait : new Runnable[] {stream::synchronize, gpu::synchronize}) {
        start.record(stream);
        kernel.launch(stream, GpuLaunch.of(1, 32));
        end.record(stream);
        wait.run();
        assertThat(start.millisUntil(end)).isPositive();
      }
    }
  }

  @Test
  void an_event_that_was_never_recorded_has_no_time() {
    var start = gpu.event("start");
    assertThatThrownBy(start::synchronize).hasMessage("the event 'start' was never recorded");
    assertThatThrownBy(() -> start.millisUntil(start))
        .hasMessage("the event 'start' was never recorded");
  }

  @Test
  void two_streams_overlap_and_one_does_not() {
    try (var a = gpu.newStream("a");
        var b = gpu.newStream("b")) {
      work();
      gpu.synchronize();
      long before = driver.get(FakeDriver.Key.NOW);
      kernel.launch(a, GpuLaunch.of(1, 32));
      kernel.launch(b, GpuLaunch.of(1, 32));
      gpu.synchronize();
      assertThat(driver.get(FakeDriver.Key.NOW) - before).isEqualTo(2_010_000);
      kernel.launch(a, GpuLaunch.of(1, 32));
      kernel.launch(a, GpuLaunch.of(1, 32));
      gpu.synchronize();
      assertThat(driver.get(FakeDriver.Key.NOW) - before).isEqualTo(2_010_000 + 4_005_000);
    }
  }

  @Test
  void a_copy_on_the_card_is_timed_as_a_kernel_is() {
    int floats = 1 << 20;
    try (var from = gpu.floats("from", floats);
        var to = gpu.floats("to", floats)) {
      var time = GpuTiming.measureRight(gpu, 3, 20, () -> to.copyFrom(from, gpu.stream()));
      assertThat(time.median())
          .as("ms: the stand-in copies 100 bytes a nanosecond")
          .isCloseTo(4.0 * floats / 100 / 1e6, withinPercentage(0.05));
    }
  }
}
