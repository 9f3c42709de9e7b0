package tapeline.laboratory.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CeilingsInCTest {
  @TempDir Path folder;

  @Test
  void the_program_in_c_measures_what_it_is_asked_for() throws IOException {
    var made = CeilingsInC.program(folder);
    assumeTrue(made.isPresent(), "there is no compiler of C");
    var program = made.get();
    assertThat(CeilingsInC.said(program, "fma")).as("FLOP/s").isBetween(1e7, 1e13);
    assertThat(CeilingsInC.said(program, "triad", 1000)).as("bytes/s").isBetween(1e7, 1e13);
    assertThatThrownBy(() -> CeilingsInC.said(program, "copy"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("failed: usage: ceilings fma");
  }
}
