package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShutdownTest {
  @Test
  void a_kernel_that_is_shut_down_stops_its_cell_and_the_next_kernel_runs() throws Exception {
    var ending = new TestNotebook();
    var cell = new FutureTask<>(() -> ending.failure("while (true) {}").kind());
    Thread.ofPlatform().daemon().start(cell);
    while (!cell.isDone() && !ending.kernel.threads().isBusy()) {
      Thread.sleep(1);
    }
    ending.close();
    assertThat(cell.get(60, TimeUnit.SECONDS)).isEqualTo("Interrupted");
    try (var next = new TestNotebook()) {
      assertThat(next.kernel.evalRaw("1 + 1")).as("with nothing made ready before").isEqualTo(2);
    }
  }
}
