package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.tests.given.accel.fuse.GivenFusionsTest;
import tapeline.vector.math.VectorFunctions;

/// Code for processors with shorter vectors: those with 256 bits and 16 registers, and those with
/// 128 bits and 32 registers, as NEON has.
class NarrowVectorsTest {
  /// Computes as a processor of this kind would.
  @SuppressWarnings("JUnitMethodInvoked") // in a JVM of its own, without JUnit
  public static void main(String... kind) {
    System.setProperty("os.arch", kind[0]); // before the first class that asks for it
    GivenFusionsTest.convolutionsAgree(new Random(1));
    var products = new ProductsAgreeTest();
    products.any_sizes_and_views_agree_with_the_plain_product();
    products.products_that_are_not_packed_agree_at_their_edges();
    products.few_rows_by_a_large_matrix_agree();
    System.out.printf(
        "%d floats, many registers: %b%n", VectorFunctions.L, VectorFunctions.MANY_REGISTERS);
  }

  @ParameterizedTest
  @CsvSource({
    "amd64, 32, '8 floats, many registers: false'",
    "aarch64, 16, '4 floats, many registers: true'"
  })
  void tiles_for_narrower_vectors_compute_the_same(String kind, int bytes, String seen)
      throws IOException, InterruptedException {
    assumeTrue(VectorFunctions.L * Float.BYTES > bytes, "the processor has longer vectors");
    assertThat(OtherJvm.lines(NarrowVectorsTest.class, "-XX:MaxVectorSize=" + bytes, kind))
        .containsExactly(seen);
  }
}
