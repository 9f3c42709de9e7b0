package tapeline.gpu;

/// The type of a buffer's elements.
public enum ElementType {
  BYTE(1),
  INT(4),
  FLOAT(4);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /// Bytes of one element.
  public int bytes() {
    return bytes;
  }

  /// `3 floats`, `1 int`
  String count(long n) {
    return n + " " + name().toLowerCase(java.util.Locale.ROOT) + (n == 1 ? "" : "s");
  }
}
