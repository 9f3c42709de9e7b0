package tapeline.laboratory.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EmulatorBenchmarkTest {
  @Test
  void sizes_are_multiples_of_64() {
    assertThat(EmulatorBenchmark.sizes("64", "512")).containsExactly(64, 512);
    for (var word : new String[] {"00", "0", "65", "-64", "12800"}) {
      assertThatThrownBy(() -> EmulatorBenchmark.sizes("64", word))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a size is a multiple of 64 up to 9984, as 256: got " + word);
    }
  }
}
