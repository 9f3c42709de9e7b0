package tapeline.laboratory.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tapeline.laboratory.MadeUp;

/// Planted work is counted, and the neighbour is always ended.
class PlantedWorkTest {
  private static final List<Supplier<PlantedWork>> KINDS =
      List.of(PlantedWork.Arithmetic::new, PlantedWork.Sorting::new, PlantedWork.Matmul::new);

  private static PlantedWork with(int extra, Supplier<PlantedWork> kind) {
    var flag = PlantedWork.flag(extra);
    var name = flag.substring(2, flag.indexOf('='));
    System.setProperty(name, flag.substring(flag.indexOf('=') + 1));
    try {
      return kind.get();
    } finally {
      System.clearProperty(name);
    }
  }

  @Test
  void a_unit_has_as_many_pieces_more_as_was_asked_for() {
    for (var kind : KINDS) {
      var work = with(4, kind);
      work.prepare(7);
      work.run(3);
      work.run(2);
      assertThat(work.done()).as("pieces of five units with 2 % more").isEqualTo(5 * 204);
      assertThat(with(0, kind).done()).isZero();
    }
  }

  @Test
  void more_work_has_the_same_answer_and_another_input_another() {
    for (var kind : KINDS) {
      var plain = kind.get();
      var more = with(100, kind);
      for (long seed = 1; seed <= 20; seed++) {
        plain.prepare(seed);
        more.prepare(seed);
        double answer = plain.run(2);
        assertThat(more.run(2)).as("%s of input %d", kind.get().getClass(), seed).isEqualTo(answer);
        plain.prepare(seed + 100);
        assertThat(plain.run(2)).isNotEqualTo(answer);
      }
    }
  }

  @Test
  void a_neighbour_that_is_closed_has_ended() throws IOException {
    ProcessHandle process;
    try (var neighbour = Neighbour.start(MadeUp.folderOf(Neighbour.class))) {
      process = neighbour.process();
      assertThat(process.isAlive()).isTrue();
    }
    assertThat(process.isAlive()).as("after close").isFalse();
  }

  @Test
  void a_neighbour_that_does_not_end_when_asked_is_killed_and_has_ended()
      throws IOException, InterruptedException {
    ProcessHandle process;
    try (var neighbour = Neighbour.start(MadeUp.folderOf(Neighbour.class))) {
      process = neighbour.process();
      new ProcessBuilder("kill", "-STOP", "" + process.pid()).start().waitFor();
    }
    assertThat(process.isAlive()).as("after close").isFalse();
  }

  @Test
  void a_neighbour_that_has_ended_is_missed() throws IOException {
    try (var neighbour = Neighbour.start(MadeUp.folderOf(Neighbour.class))) {
      neighbour.requireAlive();
      neighbour.process().destroyForcibly();
      neighbour.process().onExit().join();
      assertThatThrownBy(neighbour::requireAlive)
          .hasMessageStartingWith("the noisy neighbour has ended with ")
          .hasMessageEndingWith("the last fork does not count");
    }
  }

  @Test
  void a_neighbour_ends_with_its_input_as_when_whoever_started_it_was_killed()
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                MadeUp.folderOf(Neighbour.class).toString(),
                Neighbour.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended by itself").isTrue();
      assertThat(process.exitValue())
          .as(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
