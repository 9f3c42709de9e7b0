import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Takes memory until there is none.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    var all = new java.util.ArrayList<float[]>();
    while (true) {
      all.add(new float[1 << 22]);
    }
  }

  static float[] multiply(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    return Tensor.of(input[1], m, k).matmul(Tensor.of(input[2], k, n)).toArray();
  }
}
