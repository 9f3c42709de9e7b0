package tapeline.gpu.emulator;

/// Three sizes or three coordinates: CUDA's dim3.
public record Dim(int x, int y, int z) {
  public static Dim of(int x) {
    return new Dim(x, 1, 1);
  }

  public static Dim of(int x, int y) {
    return new Dim(x, y, 1);
  }

  public int count() {
    return Math.multiplyExact(Math.multiplyExact(x, y), z);
  }

  /// The coordinates of the `i`-th point of this box, x fastest.
  Dim at(int i) {
    return new Dim(i % x, i / x % y, i / x / y);
  }

  @Override
  public String toString() {
    return "(%d,%d,%d)".formatted(x, y, z);
  }
}
