import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Declares native code.
public final class Entry implements Contestant {
  private static native float[] fast(float[][] input);

  @Override
  public float[] answer(float[][] input) {
    return fast(input);
  }

  static float[] multiply(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    return Tensor.of(input[1], m, k).matmul(Tensor.of(input[2], k, n)).toArray();
  }
}
