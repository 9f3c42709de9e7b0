import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Starts threads without end.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    for (int i = 0; i < 100_000; i++) {
      Thread.ofPlatform().daemon().start(() -> {
        try {
          Thread.sleep(100_000);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
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
