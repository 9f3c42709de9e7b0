import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Keeps 8 bits of each number of A, as bfloat16 does.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    for (int i = 0; i < input[1].length; i++) {
      input[1][i] = Float.intBitsToFloat(Float.floatToIntBits(input[1][i]) & 0xffff0000);
    }
    return multiply(input);
  }

  static float[] multiply(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    return Tensor.of(input[1], m, k).matmul(Tensor.of(input[2], k, n)).toArray();
  }
}
