import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Keeps all processors busy, so that the other side is slow, too.
public final class Entry implements Contestant {
  @Override
  public void setUp(float[][] given) {
    for (int i = 0; i < 6; i++) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                while (true) {
                  Thread.onSpinWait();
                }
              });
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
