package tapeline.tests.given.accel.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tapeline.vector.math.VectorFunctions.L;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.tests.given.accel.OtherJvm;
import tapeline.vector.math.VectorFunctions;

/// On a processor with 32 vector registers, what others with 16 run: in a JVM that makes vectors of
/// 256 bits.
class NarrowVectorsTest {
  public static void main(String... words) {
    GivenFusionsTest.convolutionsAgree(new Random(1));
    System.out.printf("%d floats, many registers: %b%n", L, VectorFunctions.MANY_REGISTERS);
  }

  @Test
  void tiles_for_few_registers_compute_the_same() throws IOException, InterruptedException {
    assumeTrue(L == 16, "the processor has vectors of 512 bits");
    assertThat(OtherJvm.lines(NarrowVectorsTest.class, "-XX:MaxVectorSize=32"))
        .containsExactly("8 floats, many registers: false");
  }
}
