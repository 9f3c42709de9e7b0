package tapeline.vector.tile;

import tapeline.vector.math.VectorFunctions;

/// Chooses a kernel.
public final class TileKernels {
  private TileKernels() {}

  /// Returns the kernel that suits this processor.
  public static TileKernel here() {
    return VectorFunctions.MANY_REGISTERS ? new WideTile() : new NarrowTile();
  }
}
