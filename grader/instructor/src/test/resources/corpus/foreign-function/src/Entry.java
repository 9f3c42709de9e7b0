import tapeline.competition.Contestant;
import tapeline.tensor.Tensor;

/// Calls the C library, to set the clock or worse.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    try {
      var linker = java.lang.foreign.Linker.nativeLinker();
      var getpid = linker.downcallHandle(
          linker.defaultLookup().find("getpid").orElseThrow(),
          java.lang.foreign.FunctionDescriptor.of(java.lang.foreign.ValueLayout.JAVA_INT));
      int _ = (int) getpid.invokeExact();
    } catch (Throwable t) {
      throw new IllegalStateException(t);
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
