package tapeline.bench;

import java.util.Locale;
import java.util.OptionalDouble;
import tapeline.toolkit.ProcessorClock;

/// A meter that estimates energy where the machine has no counter: seconds that this process has
/// worked, on all its processors, times stated watts. An estimate compares programs that keep one
/// machine equally busy, and knows neither memory nor clock rates.
///
/// @param meter what counts all else
/// @param clock of this process
/// @param watts of one busy processor
record EnergyEstimate(Meter meter, ProcessorClock clock, double watts) implements Meter {
  private static final String WATTS = "tapeline.watts";
  private static final String STATED = "10";

  /// Returns the estimate with the watts that the property `tapeline.watts` states, 10 without it.
  ///
  /// @throws IllegalArgumentException unless they are a number above 0
  static EnergyEstimate of(Meter meter) {
    return new EnergyEstimate(meter, new ProcessorClock(ProcessHandle.current()), watts(stated()));
  }

  private static String stated() {
    return System.getProperty(WATTS, STATED);
  }

  static double watts(String stated) {
    double watts;
    try {
      watts = Double.parseDouble(stated);
    } catch (NumberFormatException _) {
      watts = Double.NaN;
    }
    if (!(watts > 0 && watts < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "-D%s states the watts of a busy processor, a number above 0, got %s"
              .formatted(WATTS, stated));
    }
    return watts;
  }

  /// Says how the energy was estimated.
  static String words() {
    return String.format(
        Locale.ROOT,
        "estimated, processor seconds × %s W of a busy processor (-D%s): no counter can be read",
        stated(),
        WATTS);
  }

  @Override
  public long nanos() {
    return meter.nanos();
  }

  @Override
  public long allocatedBytes() {
    return meter.allocatedBytes();
  }

  @Override
  public OptionalDouble joules() {
    return OptionalDouble.of(clock.nanos() / 1e9 * watts);
  }
}
