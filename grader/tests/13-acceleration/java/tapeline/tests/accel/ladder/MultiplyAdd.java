package tapeline.tests.accel.ladder;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import tapeline.tests.Undecided;

/// The processor's instruction for `Math.fma`. Without it a product's time is that of a method
/// which stands for the instruction, and says nothing of the order of the loops.
final class MultiplyAdd {
  private MultiplyAdd() {}

  static void require() {
    var jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (!Boolean.parseBoolean(jvm.getVMOption("UseFMA").getValue())) {
      throw new Undecided("this processor has no multiply–add, which the loops are timed with");
    }
  }
}
