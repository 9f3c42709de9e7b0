package tapeline.tests.roofline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.machine.Streams;
import tapeline.tests.Seeds;

@Tag("12.2")
class StreamsTest {
  private final Random random = Seeds.random("streams");

  private float[] numbers(int n) {
    var x = new float[n];
    for (int i = 0; i < n; i++) x[i] = random.nextFloat(-1, 1);
    return x;
  }

  @Test
  void adds_a_multiple_of_c_to_b() {
    var a = new float[] {7, 7, 7};
    Streams.triad(a, new float[] {1, 2, 3}, 2, new float[] {10, 20, 40});
    assertThat(a)
        .as("a = b + s·c with b = (1, 2, 3), s = 2, c = (10, 20, 40), where a held 7s")
        .containsExactly(21, 42, 83);
  }

  @Test
  void leaves_what_it_reads_as_it_is() {
    float[] b = numbers(100);
    float[] c = numbers(100);
    float[] bBefore = b.clone();
    float[] cBefore = c.clone();
    Streams.triad(new float[100], b, 3, c);
    assertThat(b).as("b behind a triad").isEqualTo(bBefore);
    assertThat(c).as("c behind a triad").isEqualTo(cBefore);
  }

  @Test
  void rounds_once() {
    var a = new float[] {0x1p-12f};
    Streams.triad(a, new float[] {-1}, 1 + 0x1p-12f, new float[] {1 + 0x1p-13f});
    assertThat(a[0])
        .as(
            "-1 + s·c with s = 1 + 2⁻¹² and c = 1 + 2⁻¹³: exactly 2⁻¹² + 2⁻¹³ + 2⁻²⁵; with the product"
                + " rounded first, 2⁻²⁵ is lost")
        .isEqualTo(0x1p-12f + 0x1p-13f + 0x1p-25f);
  }

  @Test
  void counts_a_multiplication_and_an_addition_a_number() {
    assertThat(Streams.triadCost(1000).flops()).as("FLOPs of a triad of 1000").isEqualTo(2000);
  }

  @Test
  void counts_the_bytes_that_the_loop_asks_for() {
    var cost = Streams.triadCost(1000);
    assertThat(List.of(cost.bytesRead(), cost.bytesWritten()))
        .as("bytes that aᵢ = bᵢ + s·cᵢ reads, and writes, 1000 numbers of 4 bytes an array")
        .containsExactly(8000L, 4000L);
    assertThat(Streams.triadCost(1L << 32)).isEqualTo(new Cost(1L << 33, 1L << 35, 1L << 34));
  }
}
