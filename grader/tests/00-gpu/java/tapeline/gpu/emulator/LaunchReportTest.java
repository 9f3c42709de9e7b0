package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.watch.AccessPattern;
import tapeline.gpu.ptx.Opcode;

/// The report says by source line what a launch cost.
class LaunchReportTest {
  private static LaunchReport transpose(String kernel) {
    int n = 64;
    return Lab.of("transpose")
        .run(
            Engine.COMPILED,
            Mode.COUNTERS,
            kernel,
            Dim3.of(2, 2),
            Dim3.of(32, 8),
            0,
            new float[n * n],
            new float[n * n],
            n,
            n)
        .report();
  }

  @Test
  void the_table_has_a_row_for_each_line_and_one_for_all() {
    String source = Lab.text("transpose.cu");
    var report = transpose("transpose_tile");
    var rows = report.table(source).lines().toList();
    assertThat(rows).hasSize(report.lines().size() + 2);
    assertThat(rows.getFirst()).contains("line", "sectors", "waves", "source");
    assertThat(rows)
        .anySatisfy(row -> assertThat(row).contains("32.00").contains("for (int j = 0"));
    assertThat(rows).as("a terminal has 100 columns").allMatch(row -> row.length() <= 100);
    assertThat(rows.getLast()).contains("all", "4.00", "16.50");
  }

  @Test
  void loads_and_stores_are_told_apart() {
    var report = transpose("transpose_naive");
    assertThat(report.loads().sectorsPerRequest()).isEqualTo(4);
    assertThat(report.stores().sectorsPerRequest()).isEqualTo(32);
    assertThat(report.kinds().get(Opcode.Kind.MEMORY)).isPositive();
  }

  @Test
  void the_worst_request_of_a_line_can_be_drawn() {
    var report = transpose("transpose_naive");
    var store = report.patterns(4).stream().filter(p -> !p.load()).findFirst().orElseThrow();
    assertThat(store.cost()).isEqualTo(32);
    assertThat(store.sector(1) - store.sector(0)).isEqualTo(64 * 4 / 32);
    var padded =
        transpose("transpose_pad").patterns(20).stream()
            .filter(AccessPattern::shared)
            .findFirst()
            .orElseThrow();
    assertThat(padded.cost()).isEqualTo(1);
    assertThat(padded.bank(1) - padded.bank(0)).isEqualTo(1);
  }

  @Test
  void a_plain_launch_counts_nothing() {
    var report =
        Lab.of("vecadd")
            .run(
                Engine.COMPILED,
                Mode.PLAIN,
                "vecadd",
                Dim3.of(1),
                Dim3.of(32),
                0,
                new float[32],
                new float[32],
                new float[32],
                32)
            .report();
    assertThat(report.instructions()).isEmpty();
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void a_vector_sum_moves_twelve_bytes_for_each_flop() {
    var report =
        Lab.of("vecadd")
            .run(
                Engine.COMPILED,
                Mode.COUNTERS,
                "vecadd",
                Dim3.of(4),
                Dim3.of(256),
                0,
                new float[1024],
                new float[1024],
                new float[1024],
                1024)
            .report();
    assertThat(report.total().flops()).isEqualTo(1024);
    assertThat(report.total().bytes()).isEqualTo(12 * 1024);
    assertThat(report.total().intensity()).isEqualTo(1.0 / 12);
    assertThat(report.total().laneEfficiency()).isEqualTo(1);
  }
}
