package tapeline.laboratory.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

@Needs(Need.CXX)
class CeilingsInCTest {
  @TempDir Path folder;

  @Test
  void a_compiler_that_refuses_leaves_the_turn_to_the_next() throws IOException {
    var refusing = Files.writeString(folder.resolve("refusing"), "#!/bin/sh\necho no; exit 1\n");
    assumeTrue(refusing.toFile().setExecutable(true));
    var compilers = new ArrayList<>(List.of(refusing.toString(), "tapeline-no-compiler"));
    assertThatThrownBy(() -> CeilingsInC.program(folder, compilers))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(refusing.toString())
        .hasMessageEndingWith(" failed: no; there is no tapeline-no-compiler");
    compilers.addAll(CeilingsInC.COMPILERS);
    assertThat(CeilingsInC.program(folder, compilers)).exists();
  }

  @Test
  void the_program_in_c_measures_what_it_is_asked_for() throws IOException {
    var program = CeilingsInC.program(folder, CeilingsInC.COMPILERS);
    assertThat(CeilingsInC.said(program, "fma")).as("FLOP/s").isBetween(1e7, 1e13);
    assertThat(CeilingsInC.said(program, "triad", 1000)).as("bytes/s").isBetween(1e7, 1e13);
    assertThatThrownBy(() -> CeilingsInC.said(program, "copy"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("failed: usage: ceilings fma");
  }
}
