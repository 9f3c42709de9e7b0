package tapeline.laboratory.load;

import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import tapeline.bench.load.LoadGenerator;

/// A service that notes how long it works at each sample. This is what a load generator measures
/// that waits for an answer before it looks at the clock again: of how long a sender waited while
/// another one was served it knows nothing. That is *coordinated omission*.
public final class ServiceTimes implements IntConsumer {
  private final IntConsumer service;
  private final LoadGenerator.Clock clock;
  private LongStream.Builder nanos = LongStream.builder();

  public ServiceTimes(IntConsumer service, LoadGenerator.Clock clock) {
    this.service = service;
    this.clock = clock;
  }

  @Override
  public void accept(int sample) {
    long start = clock.nanos();
    service.accept(sample);
    nanos.add(clock.nanos() - start);
  }

  /// The times so far, in their order, and none any more.
  public long[] take() {
    long[] taken = nanos.build().toArray();
    nanos = LongStream.builder();
    return taken;
  }
}
