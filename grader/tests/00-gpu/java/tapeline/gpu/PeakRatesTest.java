package tapeline.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PeakRatesTest {
  private static final PeakRates A100 = PeakRates.of("a100");

  @Test
  void adding_vectors_is_bound_by_the_memory() {
    // 2¹⁶ sums of float: 65,536/19.5·10¹² s, and 3·65,536·4 bytes/1.555·10¹² s
    assertThat(A100.bound(65_536, 0, 24_576))
        .isEqualTo(
            "at the peaks of the card a100: 3 ns for flops, 506 ns for sectors, if none is in a"
                + " cache; bound by memory");
  }

  @Test
  void a_large_product_is_bound_by_what_multiplies() {
    // 2·1024³ flops/8.1·10¹² s, or/65·10¹² s; 10⁵ sectors of 32 bytes/320·10⁹ s
    assertThat(PeakRates.of("t4").bound(1L << 31, 0, 100_000))
        .isEqualTo(
            "at the peaks of the card t4: 265,121 ns for flops, 10,000 ns for sectors, if none is in"
                + " a cache; bound by flops");
    assertThat(PeakRates.of("t4").bound(8_100, 1L << 31, 100_000))
        .isEqualTo(
            "at the peaks of the card t4: 1 ns for flops, 33,038 ns for tensor cores, 10,000 ns for"
                + " sectors, if none is in a cache; bound by tensor cores");
  }

  @Test
  void a_kernel_that_only_counts_has_no_peak() {
    assertThat(A100.bound(0, 0, 0)).isEqualTo("nothing of it has a peak on the card a100");
  }

  @Test
  void each_card_with_limits_has_peaks() {
    for (var card : new String[] {"t4", "a100", "rtx4090", "h100"}) {
      assertThat(GpuLimits.of(card, 1).multiprocessors()).isPositive();
      assertThat(PeakRates.of(card).tensors()).isGreaterThan(PeakRates.of(card).vectors());
    }
    assertThatThrownBy(() -> PeakRates.of("voodoo")).hasMessageContaining("got voodoo");
  }
}
