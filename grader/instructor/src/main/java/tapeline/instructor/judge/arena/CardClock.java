package tapeline.instructor.judge.arena;

import tapeline.gpu.Gpu;
import tapeline.gpu.GpuEvent;
import tapeline.gpu.emulator.EmulatedGpu;

/// A device that runs kernels, and how long they take.
sealed interface CardClock {
  /// The time that a launch took, ns.
  ///
  /// @param device on the device's clock: the kernel alone
  /// @param host on this machine's clock, from before the first mark to after the last: asking for
  ///   the work and waiting for it as well
  record Taken(long device, long host) {}

  Gpu gpu();

  /// Runs what `launch` starts, to its end.
  Taken time(Runnable launch);

  /// Keeps the device busy by `launch` for a moment, so that its clock is up when it counts.
  void heat(Runnable launch);

  /// A card: marks in the stream before the kernel and behind it.
  record Events(Gpu gpu, GpuEvent start, GpuEvent done) implements CardClock {
    private static final long HEAT_NANOS = 10_000_000;
    private static final int MOST_LAUNCHES = 100;

    Events(Gpu gpu) {
      this(gpu, gpu.event("start"), gpu.event("done"));
    }

    @Override
    public Taken time(Runnable launch) {
      gpu.synchronize();
      long before = System.nanoTime();
      start.record(gpu.stream());
      launch.run();
      done.record(gpu.stream());
      done.synchronize();
      long host = System.nanoTime() - before;
      return new Taken(Math.round(1e6 * start.millisUntil(done)), host);
    }

    @Override
    public void heat(Runnable launch) {
      long begin = System.nanoTime();
      for (int i = 0; i < MOST_LAUNCHES && System.nanoTime() - begin < HEAT_NANOS; i++) {
        launch.run();
        gpu.synchronize();
      }
    }
  }

  /// The emulator: a clock that goes on with what its counters say, the same for the same work.
  record Simulated(EmulatedGpu emulator, Gpu gpu) implements CardClock {
    private static final long LAUNCH = 1_000_000; // ns, to ask for a kernel: far more than it takes
    private static final long SECTOR = 1; // ns
    private static final long LANES = 64; // of instructions, a ns

    static Simulated on(EmulatedGpu emulator) {
      return new Simulated(emulator, Gpu.on(emulator));
    }

    @Override
    public Taken time(Runnable launch) {
      launch.run();
      gpu.synchronize();
      var total = emulator.lastReport().total();
      long device = SECTOR * total.sectors() + total.lanes() / LANES;
      return new Taken(device, device + LAUNCH);
    }

    @Override
    public void heat(Runnable launch) {} // it has no clock that could be low
  }
}
