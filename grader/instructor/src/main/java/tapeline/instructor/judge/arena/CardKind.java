package tapeline.instructor.judge.arena;

import tapeline.gpu.Gpu;
import tapeline.gpu.NoGpu;
import tapeline.gpu.driver.CudaGpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;

/// The kind of device that stands for the card on which kernels are timed.
public enum CardKind {
  /// The first CUDA card of this machine, and its own clock.
  REAL(0),
  /// The emulator, which looks for no mistakes then, and a clock that its counters drive: only
  /// tests, which have no card, use it. What it says about time is made up.
  SIMULATED(1);

  private static final long NO_BUDGET = 1L << 62; // an endless kernel is endless, as on a card

  private final int number;

  CardKind(int number) {
    this.number = number;
  }

  /// Returns the number as a JVM is given it.
  public float[] number() {
    return new float[] {number};
  }

  static CardKind of(float[] number) {
    return number[0] == SIMULATED.number ? SIMULATED : REAL;
  }

  /// The clock of a device that is opened now.
  ///
  /// @throws NoGpu when this machine has no card that can be used: says why
  CardClock open() throws NoGpu {
    return switch (this) {
      case REAL -> new CardClock.Events(Gpu.on(CudaGpu.open()));
      case SIMULATED ->
          CardClock.Simulated.on(new EmulatedGpu().mode(Mode.COUNTERS).cores(1).budget(NO_BUDGET));
    };
  }
}
