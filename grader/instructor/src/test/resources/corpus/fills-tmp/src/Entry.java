import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Fills /tmp, which might be everybody's.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    try (var out = java.nio.file.Files.newOutputStream(java.nio.file.Path.of("/tmp/full"))) {
      for (int i = 0; i < 1024; i++) {
        out.write(new byte[1 << 20]);
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
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
