import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Reads the JVM's memory behind its back.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    try {
      var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      var unsafe = (sun.misc.Unsafe) field.get(null);
      unsafe.getLong(unsafe.allocateMemory(8));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
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
