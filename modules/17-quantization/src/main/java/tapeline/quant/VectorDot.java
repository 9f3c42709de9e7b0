package tapeline.quant;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.B2S;
import static jdk.incubator.vector.VectorOperators.LSHL;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// [ByteDot] on vectors: bytes are widened to shorts, in which a product fits, and products to
/// ints, in which they are added up. An int is two shorts: a shift to the right makes an int of the
/// upper one, a shift to the left and back of the lower one.
final class VectorDot implements ByteDot {
  static final ByteDot HERE = new VectorDot();

  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES =
      ByteVector.SPECIES_PREFERRED.withShape(VectorShape.forBitSize(SHORTS.vectorBitSize() / 2));
  private static final int STEP = BYTES.length();

  private VectorDot() {}

  @Override
  public int of(byte[] a, int a0, byte[] b, int b0, int n) {
    var lower = IntVector.zero(INTS);
    var upper = IntVector.zero(INTS);
    int end = n - n % STEP;
    for (int k = 0; k < end; k += STEP) {
      var products = shorts(a, a0 + k).mul(shorts(b, b0 + k)).reinterpretAsInts();
      upper = upper.add(products.lanewise(ASHR, Short.SIZE));
      lower = lower.add(products.lanewise(LSHL, Short.SIZE).lanewise(ASHR, Short.SIZE));
    }
    return lower.add(upper).reduceLanes(ADD) + ByteDot.plain(a, a0 + end, b, b0 + end, n - end);
  }

  private static ShortVector shorts(byte[] bytes, int at) {
    return (ShortVector) ByteVector.fromArray(BYTES, bytes, at).convertShape(B2S, SHORTS, 0);
  }
}
