package tapeline.instruments.profile;

/// The work of an op, by formula.
///
/// @param flops additions, multiplications, comparisons and calls of a function such as exp: one
///   each; a fused multiply–add is two
/// @param bytesRead of its operands, each element once however often it is used, 4 bytes a float
/// @param bytesWritten of its result
public record Cost(long flops, long bytesRead, long bytesWritten) {
  /// Nothing to do, as for a view.
  public static final Cost NONE = new Cost(0, 0, 0);

  public Cost {
    if (flops < 0 || bytesRead < 0 || bytesWritten < 0) {
      throw new IllegalArgumentException(
          "a cost has no negative parts, got %d flops, %d and %d bytes"
              .formatted(flops, bytesRead, bytesWritten));
    }
  }

  /// Both, one after the other.
  ///
  /// @throws ArithmeticException above 2⁶³
  public Cost plus(Cost other) {
    return new Cost(
        Math.addExact(flops, other.flops),
        Math.addExact(bytesRead, other.bytesRead),
        Math.addExact(bytesWritten, other.bytesWritten));
  }

  /// Returns the cost of `n` times this work.
  public Cost times(long n) {
    return new Cost(
        Math.multiplyExact(flops, n),
        Math.multiplyExact(bytesRead, n),
        Math.multiplyExact(bytesWritten, n));
  }

  /// Read and written together.
  public long bytes() {
    return Math.addExact(bytesRead, bytesWritten);
  }
}
