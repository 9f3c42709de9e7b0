package tapeline.tests.bench;

import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;
import tapeline.bench.Benchmark;
import tapeline.bench.Conditions;
import tapeline.bench.Meter;

/// A machine on which run k of a benchmark takes exactly as long as it is told.
///
/// A run allocates 48 bytes and uses 3 joules; the counter of joules begins anew at `wrap`. To read
/// it allocates 1000 bytes.
final class FakeMeter implements Meter {
  private final IntToLongFunction nanosOfRun;
  private final boolean metered;
  private final double wrap;
  private long now = 5_000;
  private long bytes = 70_000;
  private double joules = 900;
  private int runs;

  FakeMeter(boolean metered, IntToLongFunction nanosOfRun) {
    this(metered, 1e9, nanosOfRun);
  }

  FakeMeter(boolean metered, double wrap, IntToLongFunction nanosOfRun) {
    this.metered = metered;
    this.wrap = wrap;
    this.nanosOfRun = nanosOfRun;
  }

  Benchmark benchmark() {
    return new Benchmark("fake", Conditions.cpu("nothing", "float32", 1), this::once, null);
  }

  private double once() {
    now += nanosOfRun.applyAsLong(runs++);
    bytes += 48;
    joules += 3;
    return runs;
  }

  /// How often the benchmark ran.
  int runs() {
    return runs;
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long allocatedBytes() {
    return bytes;
  }

  @Override
  public OptionalDouble joules() {
    bytes += 1000;
    return metered ? OptionalDouble.of(joules % wrap) : OptionalDouble.empty();
  }
}
