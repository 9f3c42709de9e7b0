package tapeline.laboratory.load;

import java.util.Arrays;
import java.util.function.IntConsumer;
import tapeline.bench.load.LoadGenerator;

/// A service that notes how long it works at each sample. This is what a load generator measures
/// that waits for an answer before it looks at the clock again: of how long a sender waited while
/// another one was served it knows nothing. That is *coordinated omission*.
public final class ServiceTimes implements IntConsumer {
  private static final int FIRST = 1024;

  private final IntConsumer service;
  private final LoadGenerator.Clock clock;
  private long[] nanos = new long[FIRST];
  private int count;

  public ServiceTimes(IntConsumer service, LoadGenerator.Clock clock) {
    this.service = service;
    this.clock = clock;
  }

  @Override
  public void accept(int sample) {
    long start = clock.nanos();
    service.accept(sample);
    long end = clock.nanos();
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = end - start;
  }

  /// The times so far, in their order, and none any more.
  public long[] take() {
    long[] taken = Arrays.copyOf(nanos, count);
    count = 0;
    return taken;
  }
}
