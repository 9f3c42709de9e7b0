package tapeline.tests.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import kernel.Kernels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KernelsTest {
  @Test
  @Tag("03.1")
  void doubles() throws IOException {
    for (int x : inputs()) {
      assertThat(Kernels.run("double.cu", x)).as("double.cu of %d", x).isEqualTo(2 * x);
    }
  }

  @Test
  @Tag("03.2")
  void chains_behind_the_double() {
    assertThat(Kernels.run("chain.cu", Kernels.run("double.cu", 4)))
        .as("chain.cu of 8")
        .isEqualTo(25);
  }

  private static List<Integer> inputs() throws IOException {
    try (var in = KernelsTest.class.getResourceAsStream("/inputs.txt")) {
      var text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().map(Integer::valueOf).toList();
    }
  }
}
