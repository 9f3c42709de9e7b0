package tapeline.accel.product;

import java.util.Locale;
import jdk.incubator.vector.FloatVector;

/// Which kernel suits this processor.
final class TileKernels {
  private TileKernels() {}

  static TileKernel here() {
    boolean arm = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).startsWith("aarch64");
    boolean manyRegisters = arm || FloatVector.SPECIES_PREFERRED.vectorBitSize() >= 512;
    return manyRegisters ? new WideTile() : new NarrowTile();
  }
}
