package tapeline.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalDouble;
import tapeline.instruments.machine.EnergyCounter;

/// A counter that a benchmark reads before and after a run.
public interface Meter {
  /// A clock in nanoseconds that never goes back; its zero means nothing.
  long nanos();

  /// Bytes that this thread has allocated so far: exact, and the same in every run.
  long allocatedBytes();

  /// Joules that the processor has used so far; empty where it has no counter. A model of the
  /// energy is no measurement, and stands nowhere in this course.
  OptionalDouble joules();

  /// The meters of this machine.
  static Meter ofMachine() {
    return new Machine((ThreadMXBean) ManagementFactory.getThreadMXBean(), EnergyCounter.find());
  }

  /// The JVM's clock and allocation counter, the processor's energy counter.
  record Machine(ThreadMXBean threads, EnergyCounter energy) implements Meter {
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
  }
}
