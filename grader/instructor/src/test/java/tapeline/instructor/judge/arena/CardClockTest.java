package tapeline.instructor.judge.arena;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuDevice;
import tapeline.gpu.emulator.EmulatedGpu;

class CardClockTest {
  @Test
  void the_card_has_work_when_its_clock_is_first_read() {
    var calls = new ArrayList<String>();
    var emulator = new EmulatedGpu();
    var device =
        (GpuDevice)
            Proxy.newProxyInstance(
                GpuDevice.class.getClassLoader(),
                new Class<?>[] {GpuDevice.class},
                (_, method, arguments) -> {
                  calls.add(method.getName());
                  return method.invoke(emulator, arguments);
                });
    try (var gpu = Gpu.on(device)) {
      var clock = new CardClock.Events(gpu);
      calls.clear();
      clock.time(() -> calls.add("the kernel"));
      assertThat(calls)
          .as("on an idle card, the time between the first mark and the kernel is Java's")
          .startsWith("synchronize", "copyOnDevice", "recordEvent", "the kernel", "recordEvent");
    }
  }
}
