package tapeline.gpu;

/// A size along x, y and z, as CUDA's `dim3`.
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

  @Override
  public String toString() {
    return "(" + x + ", " + y + ", " + z + ")";
  }
}
