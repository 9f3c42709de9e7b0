package tapeline.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import tapeline.instruments.machine.EnergyCounter;

/// A counter that a benchmark reads before and after a run.
public interface Meter {
  /// A clock in nanoseconds that never goes back; its zero means nothing.
  long nanos();

  /// Bytes that this thread has allocated so far: exact, and the same in every run.
  long allocatedBytes();

  /// Joules that the processor has used so far; empty where it has no counter. An estimate is no
  /// measurement: a suite that has one marks it.
  OptionalDouble joules();

  /// Begins to count a peak of memory anew.
  default void resetPeak() {}

  /// The most bytes that were in use at once since [#resetPeak], beyond those in use then; empty
  /// where nothing counts them.
  default OptionalLong peakBytes() {
    return OptionalLong.empty();
  }

  /// The meters of this machine.
  static Meter ofMachine() {
    return new Machine((ThreadMXBean) ManagementFactory.getThreadMXBean(), EnergyCounter.find());
  }

  /// The JVM's clock, allocation counter and heap, the processor's energy counter.
  record Machine(ThreadMXBean threads, EnergyCounter energy, PeakHeap heap) implements Meter {
    public Machine(ThreadMXBean threads, EnergyCounter energy) {
      this(threads, energy, new PeakHeap());
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public long allocatedBytes() {
      return threads.getCurrentThreadAllocatedBytes();
    }

    @Override
    public OptionalDouble joules() {
      return energy.joules();
    }

    @Override
    public void resetPeak() {
      heap.reset();
    }

    @Override
    public OptionalLong peakBytes() {
      return OptionalLong.of(heap.bytes());
    }
  }
}
