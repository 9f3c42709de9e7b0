import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Opens a file by its name, where no class of files is named, and fills the memory of the machine.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    try (var out = new java.io.PrintStream("/beside")) {
      for (int i = 0; i < 64 && !out.checkError(); i++) {
        out.write(new byte[1 << 20], 0, 1 << 20);
      }
      if (out.checkError()) {
        throw new IllegalStateException("a full disk");
      }
    } catch (java.io.FileNotFoundException e) {
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
