package tapeline.gpu.emulator.semantics;

/// The test that a comparison makes in one lane. The kind says how it looks at its registers' bits.
public sealed interface LaneTest {
  @FunctionalInterface
  non-sealed interface Ints extends LaneTest {
    boolean test(int a, int b);
  }

  @FunctionalInterface
  non-sealed interface Longs extends LaneTest {
    boolean test(long a, long b);
  }

  @FunctionalInterface
  non-sealed interface Floats extends LaneTest {
    boolean test(float a, float b);
  }

  @FunctionalInterface
  non-sealed interface Doubles extends LaneTest {
    boolean test(double a, double b);
  }
}
