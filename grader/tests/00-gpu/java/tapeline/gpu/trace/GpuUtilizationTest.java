package tapeline.gpu.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GpuUtilizationTest {
  private static GpuWork work(String name, int stream, long start, long nanos) {
    return new GpuWork(name, stream, start, nanos, Map.of());
  }

  /// A copy of 10 ns, a kernel that overlaps its last 4, one within that kernel, and after a gap of
  /// 20 ns the copy down.
  @Test
  void works_that_overlap_count_once() {
    var seen =
        GpuUtilization.of(
            List.of(
                work("copy down", 1, 160, 40),
                work("copy up", 1, 100, 10),
                work("scale", 2, 106, 34),
                work("short", 3, 110, 5)));
    assertThat(seen).as("busy and idle times").isEqualTo(new GpuUtilization(100, 80, 34, 50));
    assertThat(seen.table().rows())
        .contains(
            List.of("does both at once", "0.00400", "4.0 %"), List.of("waits", "0.0200", "20.0 %"));
  }

  @Test
  void a_kernel_is_none_of_the_copies_whatever_its_name() {
    var kernels =
        List.of(
            new GpuWork("copy_rows", 1, 0, 10, Map.of("threads", 32L)),
            new GpuWork("copy", 1, 10, 10, Map.of("threads", 32L)),
            new GpuWork("copy", 1, 20, 5, Map.of("bytes", 64L)));
    assertThat(GpuUtilization.of(kernels))
        .as("20 ns of kernels, and a copy on the device")
        .isEqualTo(new GpuUtilization(25, 25, 20, 5));
  }

  @Test
  void a_trace_without_work_is_refused() {
    assertThatThrownBy(() -> GpuUtilization.of(List.of()))
        .hasMessage("a trace has at least one copy or kernel, got none");
  }
}
