package tapeline.grader.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeerTableTest {
  private static final int BLOCKS = 8;

  private static String blocks(double first, double second) {
    return Collections.nCopies(BLOCKS, "[%s, %s]".formatted(first, second)).toString();
  }

  static String sum(int place, double ours) {
    return """
    {"place": %d, "module": 4, "peer": "EJML", "goal": null, "windows": 8, "repeated": 3, \
    "disturbed": 0, "op": "sum", "shape": "64x1024", "dtype": "float32", \
    "device": "cpu", "batch": 64, "peakBytes": -1, "allocatedBytes": 1712, \
    "ours": {"forward": %s}, "theirs": {"forward": %s}}\
    """
        .formatted(place, blocks(ours, ours), blocks(10_000, 30_000));
  }

  private static String convolution() {
    return """
    {"place": 1, "module": 8, "peer": "PyTorch", "goal": 3.2, "windows": 8, "repeated": 0, \
    "disturbed": 0, "op": "conv2d", "shape": "16x16x28x28", "dtype": "float32", \
    "device": "cpu", "batch": 16, "peakBytes": 16093312, "allocatedBytes": 38245096, \
    "ours": {"forward": %s, "backward": %s}, "theirs": {"forward": %s, "backward": %s}}\
    """
        .formatted(blocks(3e6, 1e6), blocks(9e6, 9e6), blocks(500_000, 500_000), blocks(3e6, 3e6));
  }

  static String machine(String foreign) {
    return """
    {"machine": "JDK 25 · Linux amd64", "peer": "PyTorch 2.7.1", "threads": 1, "foreign": %s}\
    """
        .formatted(foreign);
  }

  private static PeerTable table(String... lines) throws IOException {
    return PeerTable.read(List.of(lines));
  }

  @Test
  void a_ratio_is_the_references_time_to_the_peers_in_the_same_block() throws IOException {
    var text = table(sum(0, 40_000), machine("0.01")).text();
    assertThat(text.lines().filter(l -> l.contains("forward ")))
        .singleElement()
        .asString()
        .contains("40.00", "20.00", "2.00 [2.00, 2.00]", "1.00 [1.00, 1.00]");
    assertThat(text)
        .contains(
            "sum · 64x1024 · float32 cpu, batch 64 · beside EJML\n", "    allocated 1,712 B\n");
  }

  @Test
  void forward_and_backward_stand_apart_by_module_in_the_order_of_the_works() throws IOException {
    var text = table(convolution(), sum(0, 40_000), machine("0")).text();
    assertThat(
            text.lines()
                .map(l -> l.strip().split(" ", 2)[0])
                .filter(w -> w.matches("04|08|.*ward|together")))
        .containsExactly("04", "forward", "08", "forward", "backward", "together");
    assertThat(text).contains("peak 16,093,312 B", "4.00 [4.00, 4.00]", "3.00 [3.00, 3.00]");
  }

  @Test
  void a_profiler_is_compared_with_the_same_engine_alone() throws IOException {
    var profiled = convolution().replace("\"module\": 8", "\"module\": 11");
    var table = table(profiled, sum(0, 40_000), machine("0"));
    assertThat(table.text().lines().filter(l -> l.contains(", µs")).map(String::strip))
        .satisfiesExactly(
            plain -> assertThat(plain).startsWith("04").contains("reference, µs", "peer, µs"),
            watched -> assertThat(watched).startsWith("11").contains("watched, µs", "alone, µs"));
  }

  @Test
  void forks_of_a_work_are_joined() throws IOException {
    var text = table(sum(0, 20_000), machine("0"), sum(0, 40_000), machine("0")).text();
    assertThat(text).contains("2 forks", "1.50 [1.00, 2.00]");
  }

  @Test
  void a_row_has_the_median_of_each_fork_and_is_unsteady_where_they_differ() throws IOException {
    var table = table(sum(7, 20_000), sum(7, 30_000), convolution(), convolution(), machine("0"));
    assertThat(table.text()).contains("    forks    1.00 1.50\n", "    forks    3.14 3.14\n");
    assertThat(table.unsteady()).containsExactly(7);
    assertThat(table(sum(7, 20_000), sum(7, 25_000), machine("0")).unsteady()).isEmpty();
  }

  @Test
  void a_busy_machine_is_named() throws IOException {
    assertThat(table(sum(0, 1), machine("0.01"), machine("0.70")).text())
        .contains(
            "up to 0.70 processors meanwhile", "3 disturbed ones were repeated, 0 were kept\n");
    assertThat(
            table(sum(0, 1).replace("\"disturbed\": 0", "\"disturbed\": 2"), machine("0")).text())
        .contains("2 were kept: NOT A QUIET MACHINE");
    assertThat(table(sum(0, 1), machine("0.01")).text()).doesNotContain("QUIET");
    assertThat(table(sum(0, 1), machine("null")).text()).contains("is not known here");
  }

  @Test
  void lines_are_no_longer_than_100_columns() throws IOException {
    var text = table(convolution(), sum(0, 40_000), machine("1.70"), machine("1.70")).text();
    assertThat(Stream.of(text.split("\n", -1)))
        .allSatisfy(l -> assertThat(l.length()).as(l).isLessThanOrEqualTo(100));
  }

  @Test
  void a_goal_is_for_all_directions_together() throws IOException {
    var text = table(convolution(), machine("0")).text();
    assertThat(text).as("2,000 + 9,000 to 500 + 3,000: 3.14").contains("together", "3.14 [3.14");
    assertThat(text).contains("goal     3.20 reached");
    assertThat(table(convolution().replace("3.2,", "3.1,"), machine("0")).text())
        .contains("goal     3.10 missed");
  }

  @Test
  void a_peer_that_is_not_to_be_had_is_one_line() throws IOException {
    var missing = "{\"missing\": \"OpenBLAS\", \"why\": \"its native library does not load\"}";
    var text = table(sum(0, 1), missing, machine("0"), missing, machine("0")).text();
    assertThat(text.lines().filter(l -> l.contains("OpenBLAS is left out"))).hasSize(1);
  }

  @Test
  void a_row_that_failed_in_one_fork_is_shown_from_none() throws IOException {
    var failed = "{\"missing\": \"conv2d\", \"why\": \"in a fork it threw\", \"place\": 1}";
    var table = table(convolution(), sum(0, 1), machine("0"), sum(0, 1), failed, machine("0"));
    assertThat(table.results()).extracting(PeerResult::op).containsExactly("sum");
    assertThat(table.missing()).isEqualTo("conv2d is left out: in a fork it threw%n".formatted());
  }

  @Test
  void the_head_says_how_many_threads_each_had() throws IOException {
    assertThat(table(sum(0, 1), machine("0")).text()).contains("\none thread each\n");
    var two = machine("0").replace("\"threads\": 1", "\"threads\": 2");
    assertThat(table(sum(0, 1), two).text())
        .contains(
            "\n2 threads of PyTorch's, OpenBLAS's and the reference's at 13; one of all others\n");
  }

  @Test
  void the_head_says_in_which_types_the_rows_compute() throws IOException {
    var table = table(sum(0, 1), convolution().replace("float32", "float64"), machine("0"));
    assertThat(table.text()).contains("and others, float32 and float64 on the CPU,\n");
  }
}
