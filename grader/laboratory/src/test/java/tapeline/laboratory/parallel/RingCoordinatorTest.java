package tapeline.laboratory.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingCoordinatorTest {
  private static final Duration LIMIT = Duration.ofMillis(1500);

  /// While the test has the coordinator's monitor, it neither looks nor hears, as when its process
  /// is stopped.
  @Test
  void a_coordinator_that_stood_still_blames_no_rank_for_it() throws Exception {
    var host = InetAddress.getLoopbackAddress();
    try (var coordinator = new RingCoordinator(host, 1, LIMIT)) {
      var words = coordinator.environment().split(" ", -1);
      var results = new FutureTask<>(coordinator::results);
      Thread.ofPlatform().daemon().start(results);
      try (var worker = new Socket(host, Integer.parseInt(words[1]))) {
        var to = new DataOutputStream(worker.getOutputStream());
        new RingToken(words[4]).greet(to, new RingToken.Hello(0, 0));
        RingFrame.text(new DataInputStream(worker.getInputStream()), 1024);
        synchronized (coordinator) {
          Thread.sleep(LIMIT.plusMillis(1000));
        }
        RingFrame.write(to, "done 7");
        assertThat(results.get(1, TimeUnit.MINUTES)).containsExactly("7");
      }
    }
  }

  /// A worker without a message computes for as long as it has a processor, which on a busy machine
  /// takes longer; one that has had the limit's time on one, or rests, hangs.
  @ParameterizedTest
  @CsvSource({"60, 7", "1100, hangs", "0, hangs"})
  void a_worker_on_a_busy_machine_has_the_time_of_its_processor(int millisABeat, String result)
      throws Exception {
    var host = InetAddress.getLoopbackAddress();
    try (var coordinator = new RingCoordinator(host, 1, LIMIT)) {
      var words = coordinator.environment().split(" ", -1);
      var results = new FutureTask<>(coordinator::results);
      Thread.ofPlatform().daemon().start(results);
      try (var worker = new Socket(host, Integer.parseInt(words[1]))) {
        var to = new DataOutputStream(worker.getOutputStream());
        new RingToken(words[4]).greet(to, new RingToken.Hello(0, 0));
        RingFrame.text(new DataInputStream(worker.getInputStream()), 1024);
        for (long i = 0; i < 15; i++) {
          RingFrame.write(to, "state 1 works " + TimeUnit.MILLISECONDS.toNanos(i * millisABeat));
          Thread.sleep(200);
        }
        RingFrame.write(to, "done 7");
        if (result.equals("hangs")) {
          assertThatThrownBy(() -> results.get(1, TimeUnit.MINUTES))
              .hasMessageContaining("rank 0 has neither sent nor received for 1500 ms");
        } else {
          assertThat(results.get(1, TimeUnit.MINUTES)).containsExactly(result);
        }
      }
    }
  }

  /// A process that starts late on a busy machine is told when it joins.
  @Test
  void a_failure_is_told_to_all_but_the_one_to_blame_also_to_one_that_joins_later()
      throws Exception {
    try (var coordinator = new RingCoordinator(InetAddress.getLoopbackAddress(), 12, LIMIT)) {
      assertThat(coordinator.blamesAnother(1)).as("before a failure").isFalse();
      coordinator.fail("rank 1 has not joined within 6 s");
      assertThat(coordinator.blamesAnother(1)).isFalse();
      assertThat(coordinator.blamesAnother(0)).isTrue();
      assertThat(coordinator.blamesAnother(11)).isTrue();
    }
  }
}
