import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Leaves a thread behind that sleeps and looks whether something is to be had.
public final class Entry implements Contestant {
  @Override
  public void setUp(float[][] given) {
    Thread.ofPlatform()
        .start(
            () -> {
              while (true) {
                try {
                  Thread.sleep(5);
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
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
