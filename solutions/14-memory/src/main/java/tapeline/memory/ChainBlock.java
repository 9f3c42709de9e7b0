package tapeline.memory;

/// The cost of a block of a chain in bytes and FLOPs. Bytes are those of tapes; parameters, and the
/// chain's input, live anyway and are not counted.
///
/// @param kept bytes that the tape keeps of the block beside its input and output
/// @param output bytes of its output, and of the gradient there
/// @param walk the most bytes while backward is in the block, beside its input: what it keeps, its
///   gradients, and those of its parameters
/// @param replayWalk the same without the gradient in its output, which a [Checkpoint] around it
///   holds meanwhile
/// @param left bytes of its parameters' gradients, which stay
/// @param flops of its output
public record ChainBlock(
    long kept, long output, long walk, long replayWalk, long left, long flops) {
  public ChainBlock {
    if (Math.min(Math.min(kept, output), Math.min(left, flops)) < 0) {
      throw new IllegalArgumentException(
          "bytes and FLOPs are not negative, got %d kept, %d output, %d left, %d flops"
              .formatted(kept, output, left, flops));
    }
    if (replayWalk < 0 || replayWalk > walk || walk > replayWalk + output) {
      throw new IllegalArgumentException(
          "the gradient in the output, %d bytes, is a part of the walk: got %d, and without it %d"
              .formatted(output, walk, replayWalk));
    }
  }

  /// Returns the FLOPs that it takes to compute again what the tape keeps beside input and output,
  /// for each byte of that; ∞ where nothing is kept.
  public double flopsPerByte() {
    return kept == 0 ? Double.POSITIVE_INFINITY : (double) flops / kept;
  }
}
