package tapeline.compress;

import java.util.stream.IntStream;

/// Encodes the numbers whose magnitude is `least` or more (Strom 2015, Interspeech), 8 bytes each.
/// Their count changes from step to step.
public record Threshold(float least) implements GradientCodec {
  public Threshold {
    if (!(least >= 0)) {
      throw new IllegalArgumentException("a threshold is 0 or more, got " + least);
    }
  }

  @Override
  public byte[] encode(float[] gradient) {
    var places =
        IntStream.range(0, gradient.length).filter(i -> !(Math.abs(gradient[i]) < least)).toArray();
    return SparseMessage.of(gradient, places);
  }

  @Override
  public float[] decode(byte[] message, int length) {
    return SparseMessage.decode(message, length);
  }
}
