package tapeline.accel.product;

import tapeline.accel.math.VectorFunctions;

/// Which kernel suits this processor.
final class TileKernels {
  private TileKernels() {}

  static TileKernel here() {
    return VectorFunctions.MANY_REGISTERS ? new WideTile() : new NarrowTile();
  }
}
