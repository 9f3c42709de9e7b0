package tapeline.grader.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Course;

class PeersTest {
  private static final String ROW = PeerTableTest.sum(0, 40_000);
  private static final String MACHINE = PeerTableTest.machine("0");
  private static final String WRONG =
      "{\"missing\": \"conv2d\", \"why\": \"in a fork it threw\", \"place\": 1}";
  private static final String NO_PEER = "{\"missing\": \"OpenBLAS\", \"why\": \"it is not there\"}";

  @TempDir private Path root;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);
  private Path folder;
  private Path samples;

  @BeforeEach
  void folder() throws IOException {
    folder = Files.createDirectories(root.resolve("grader/target/bench"));
    samples = folder.resolve("peers-new.jsonl");
  }

  private List<String> run(IntFunction<ProcessBuilder> program) throws Exception {
    return new PeerForks(samples, out).run(1, PeerForks.FORKS, program);
  }

  private boolean keep(List<String> lines) throws IOException {
    Files.write(samples, lines);
    return new Peers(new Course(root, List.of()), out).keep(lines, samples, folder);
  }

  private static ProcessBuilder shell(String script) {
    return new ProcessBuilder("sh", "-c", script).redirectErrorStream(true);
  }

  @Test
  void a_fork_that_fails_costs_only_its_own_figures() throws Exception {
    var lines =
        run(fork ->
            shell(
                fork < 3
                    ? "echo '{\"place\": %d}'".formatted(fork)
                    : "echo '{\"place\": 0}'; echo out of memory; exit 3"));
    assertThat(lines).containsExactly("{\"place\": 1}", "{\"place\": 2}");
    assertThat(samples).hasContent("{\"place\": 1}\n{\"place\": 2}\n{\"place\": 0}");
    assertThat(printed.toString(UTF_8)).contains("out of memory", "2 of 3 forks ran");
  }

  @Test
  void each_sample_is_on_the_disk_while_the_fork_still_runs() throws Exception {
    var waits =
        "echo '{\"place\": 7}'; for i in $(seq 200); do grep -q 7 '%s' && exit 0; sleep 0.05; done; exit 1"
            .formatted(samples);
    assertThat(run(_ -> shell(waits))).hasSize(3);
  }

  @Test
  void samples_that_cannot_be_written_end_no_measurement() throws Exception {
    samples = root.resolve("no folder/peers-new.jsonl");
    assertThat(run(_ -> shell("echo '{\"place\": 7}'"))).hasSize(3);
    assertThat(printed.toString(UTF_8)).containsOnlyOnce("the samples are not kept: ");
  }

  @Test
  void a_run_without_a_row_leaves_the_files_of_an_earlier_one() throws Exception {
    assertThat(keep(List.of(ROW, MACHINE, ROW, MACHINE, ROW, MACHINE))).isTrue();
    assertThat(keep(List.of(MACHINE, MACHINE, MACHINE))).isFalse();
    assertThat(printed.toString(UTF_8)).contains("no row was measured");
    assertThat(folder.resolve("peers.jsonl")).content().contains("EJML");
  }

  @Test
  void the_run_fails_with_a_row_or_a_fork_but_not_where_a_peer_is_not_to_be_had() throws Exception {
    assertThat(keep(List.of(ROW, NO_PEER, MACHINE, ROW, MACHINE, ROW, MACHINE))).isTrue();
    assertThat(keep(List.of(ROW, WRONG, MACHINE, ROW, MACHINE, ROW, MACHINE))).isFalse();
    assertThat(keep(List.of(ROW, MACHINE, ROW, MACHINE))).as("two forks of three").isFalse();
  }

  @Test
  void a_table_that_cannot_be_written_is_printed_all_the_same() throws Exception {
    Files.createDirectories(folder.resolve("peers.txt"));
    assertThat(keep(List.of(ROW, MACHINE, ROW, MACHINE, ROW, MACHINE))).isFalse();
    assertThat(printed.toString(UTF_8)).contains("beside EJML", "not kept: ");
  }
}
