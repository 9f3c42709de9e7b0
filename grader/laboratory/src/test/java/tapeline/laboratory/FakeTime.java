package tapeline.laboratory;

import java.util.OptionalDouble;
import tapeline.bench.Meter;
import tapeline.bench.load.LoadGenerator;

/// A clock and a meter that go on only where a test works, waits or allocates.
public final class FakeTime implements LoadGenerator.Clock, Meter {
  private long now;
  private long bytes;

  public void work(long nanos) {
    now += nanos;
  }

  public void allocate(long more) {
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
