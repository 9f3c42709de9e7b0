package tapeline.gpu;

/// A size or a place along x, y and z, as CUDA's `dim3`.
public record Dim3(int x, int y, int z) {
  public static Dim3 of(int x) {
    return new Dim3(x, 1, 1);
  }

  public static Dim3 of(int x, int y) {
    return new Dim3(x, y, 1);
  }

  /// `x·y·z`
  public long volume() {
    return (long) x * y * z;
  }

  /// The coordinates of point `i` of a box of this size, counted along x first, then y, then z: how
  /// CUDA numbers the blocks of a grid and the threads of a block.
  public Dim3 point(int i) {
    return new Dim3(i % x, i / x % y, i / x / y);
  }

  @Override
  public String toString() {
    return "(" + x + ", " + y + ", " + z + ")";
  }
}
