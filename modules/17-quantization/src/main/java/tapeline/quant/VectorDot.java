package tapeline.quant;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.B2S;
import static jdk.incubator.vector.VectorOperators.S2I;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// [ByteDot] on vectors: bytes are widened to shorts, in which a product fits, and products to
/// ints, in which they are added up.
final class VectorDot implements ByteDot {
  static final ByteDot HERE = new VectorDot();

  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES =
      ByteVector.SPECIES_PREFERRED.withShape(
          VectorShape.forBitSize(Math.max(SHORTS.vectorBitSize() / 2, 64)));
  private static final int STEP = BYTES.length();

  private VectorDot() {}

  @Override
  public int of(byte[] a, int a0, byte[] b, int b0, int n) {
    var low = IntVector.zero(INTS);
    var high = IntVector.zero(INTS);
    int end = n - n % STEP;
    for (int k = 0; k < end; k += STEP) {
      var x = ByteVector.fromArray(BYTES, a, a0 + k).convertShape(B2S, SHORTS, 0);
      var y = ByteVector.fromArray(BYTES, b, b0 + k).convertShape(B2S, SHORTS, 0);
      var products = x.mul(y);
      low = low.add(products.convertShape(S2I, INTS, 0));
      high = high.add(products.convertShape(S2I, INTS, 1));
    }
    return low.add(high).reduceLanes(ADD)
        + ByteDot.plain(a, a0 + end, b, b0 + end, n - end);
  }
}
