package tapeline.peers.bench;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Takes windows of time. One in which other programs used a processor is taken again, at most a
/// stated number of times in all; after that it is kept, and counted.
///
/// Threads of native libraries that wait for each other collapse when a processor is taken away:
/// what they do in such a window says nothing about them.
final class QuietWindows {
  /// The seconds that /proc cannot tell from nothing: a tick.
  private static final double TICK = 0.0105;

  /// The share of a window that a quiet machine's own programs take.
  private static final double SHARE = 0.02;

  private final DoubleSupplier foreign;
  private final LongSupplier clock;
  private final int mostRepeats;
  private int taken;
  private int repeated;
  private int disturbed;

  /// @param foreign the seconds of processor time that other programs have used so far; NaN where
  ///   unknown, which counts as quiet
  /// @param clock ns
  QuietWindows(DoubleSupplier foreign, LongSupplier clock, int mostRepeats) {
    this.foreign = foreign;
    this.clock = clock;
    this.mostRepeats = mostRepeats;
  }

  /// The result of the first undisturbed window, or of the last that may be taken.
  <W> W next(Supplier<W> window) {
    while (true) {
      long start = clock.getAsLong();
      double before = foreign.getAsDouble();
      var result = window.get();
      double used = foreign.getAsDouble() - before;
      boolean quiet = !(used > TICK + SHARE * (clock.getAsLong() - start) / 1e9);
      if (quiet || repeated == mostRepeats) {
        taken++;
        disturbed += quiet ? 0 : 1;
        return result;
      }
      repeated++;
    }
  }

  /// Windows whose result was given.
  int taken() {
    return taken;
  }

  /// Windows that were thrown away and taken again.
  int repeated() {
    return repeated;
  }

  /// Windows whose result was given although other programs disturbed them.
  int disturbed() {
    return disturbed;
  }
}
