import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Prints without end.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    while (true) {
      System.err.println("a line that no one wants to read, again and again and again and again");
    }
  }

  static float[] multiply(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    return Tensor.of(input[1], m, k).matmul(Tensor.of(input[2], k, n)).toArray();
  }
}
