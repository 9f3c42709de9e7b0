package tapeline.laboratory.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;

class FmaSumsTest {
  @Test
  void each_of_twelve_sums_takes_a_product_a_round() {
    int rounds = 1 << 12;
    double sums = 66 + 12 * rounds * 0x1p-17; // exact: multiples of 2⁻¹⁷ below 2⁴
    int lanes = FloatVector.SPECIES_PREFERRED.length();
    assertThat(FmaSums.SCALAR.run(rounds)).as("the scalar sums").isEqualTo(sums);
    assertThat(FmaSums.VECTOR.run(rounds)).as("the sums of all lanes").isEqualTo(lanes * sums);
    assertThat(FmaSums.SCALAR.flops(10)).as("FLOPs of 10 rounds").isEqualTo(240);
    assertThat(FmaSums.VECTOR.flops(10)).as("FLOPs of 10 rounds").isEqualTo(240 * lanes);
  }
}
