package tapeline.tests.accel.ladder;

import tapeline.tests.AllocatedBytes;
import tapeline.tests.Undecided;

/// The processor's instruction for `Math.fma`. Without it a product's time is that of a method
/// which stands for the instruction, and says nothing of the order of the loops.
final class MultiplyAdd {
  private static double number = 1.1;

  private MultiplyAdd() {}

  /// Tells by the decimals that the method allocates; a sandbox does not show the JVM's flags.
  static void require() {
    if (AllocatedBytes.perRun(5, () -> number = Math.fma(number, 0.5, 1)) > 0) {
      throw new Undecided("this processor has no multiply–add, which the loops are timed with");
    }
  }
}
