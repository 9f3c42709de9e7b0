package tapeline.tests.roofline;

import java.util.List;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.MemoryLevel;

/// A made-up machine of round numbers: 1000 FLOPs a second, and three levels of 800, 400 and 100
/// bytes a second, with room for 64, 512 and all bytes.
final class SampleCeilings {
  static final Ceiling FLOPS = exact("vector FMA", 1000);
  static final Ceiling MEMORY = exact("memory", 100);
  static final List<MemoryLevel> LEVELS =
      List.of(
          new MemoryLevel(exact("L1", 800), 64),
          new MemoryLevel(exact("L2", 400), 512),
          new MemoryLevel(MEMORY, Long.MAX_VALUE));

  private SampleCeilings() {}

  /// A ceiling that was the same each time.
  static Ceiling exact(String name, double perSecond) {
    return new Ceiling(name, perSecond, perSecond, perSecond);
  }
}
