package tapeline.tests.given.bench;

import java.util.OptionalDouble;
import tapeline.bench.Meter;
import tapeline.bench.load.LoadGenerator;

/// A clock and a meter that go on only where somebody works, waits or allocates.
final class FakeTime implements LoadGenerator.Clock, Meter {
  private long now;
  private long bytes;

  void work(long nanos) {
    now += nanos;
  }

  void allocate(long more) {
    bytes += more;
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void waitUntil(long nanos) {
    now = Math.max(now, nanos);
  }

  @Override
  public long allocatedBytes() {
    return bytes;
  }

  @Override
  public OptionalDouble joules() {
    return OptionalDouble.empty();
  }
}
