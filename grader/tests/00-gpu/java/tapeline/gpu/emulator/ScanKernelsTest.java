package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Prefix sums, and what is built from them, against plain loops.
class ScanKernelsTest {
  private static int[] numbers(int n, int seed) {
    return new Random(seed).ints(n, -50, 50).toArray();
  }

  private static int[] inclusive(int[] x) {
    int[] y = x.clone();
    Arrays.parallelPrefix(y, Integer::sum);
    return y;
  }

  @Test
  void by_warps_over_many_blocks() {
    int[] x = numbers(700, 3);
    var lab = Lab.of("scans");
    var out =
        lab.launch("scan_by_warps", Dim3.of(6), Dim3.of(128), 0, x, new int[700], new int[6], 700);
    out = lab.launch("add_sums_before", Dim3.of(6), Dim3.of(128), 0, out.ints(1), out.ints(2), 700);
    assertThat(out.ints(0)).isEqualTo(inclusive(x));
  }

  @Test
  void segments() {
    int[] x = numbers(96, 4);
    int[] head = IntStream.range(0, 96).map(i -> i % 32 == 0 || i % 7 == 3 ? 1 : 0).toArray();
    var out =
        Lab.of("scans").launch("scan_segments", Dim3.of(1), Dim3.of(96), 0, x, head, new int[96]);
    int[] expected = x.clone();
    for (int i = 1; i < 96; i++) {
      expected[i] += head[i] == 1 ? 0 : expected[i - 1];
    }
    assertThat(out.ints(2)).isEqualTo(expected);
  }

  @Test
  void blocks_that_wait_for_the_one_before() {
    int[] x = numbers(1000, 5);
    var out =
        Lab.of("scans")
            .launch(
                "scan_chained",
                Dim3.of(8),
                Dim3.of(128),
                0,
                x,
                new int[1000],
                new int[8],
                new int[8],
                1000);
    assertThat(out.ints(1)).isEqualTo(inclusive(x));
  }

  @Test
  void a_filter_with_one_atomic_a_warp() {
    int[] x = numbers(500, 6);
    var out =
        Lab.of("scans")
            .launch(
                "filter_aggregated", Dim3.of(4), Dim3.of(128), 0, x, new int[500], new int[1], 500);
    int[] kept = Arrays.stream(x).filter(v -> v > 0).sorted().toArray();
    assertThat(out.ints(2)).containsExactly(kept.length);
    assertThat(Arrays.stream(out.ints(1)).limit(kept.length).sorted().toArray()).isEqualTo(kept);
  }

  @Test
  void compaction_in_order() {
    int[] x = numbers(250, 7);
    var out =
        Lab.of("scans")
            .launch(
                "compact_in_order", Dim3.of(1), Dim3.of(256), 0, x, new int[250], new int[1], 250);
    int[] kept = Arrays.stream(x).filter(v -> (v & 1) != 0).toArray();
    assertThat(Arrays.copyOf(out.ints(1), kept.length)).isEqualTo(kept);
    assertThat(out.ints(2)).containsExactly(kept.length);
  }
}
