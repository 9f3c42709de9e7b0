package tapeline.competition;

import java.util.List;
import java.util.Map;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.PredictedTime;

/// The least value that an entry of an event can reach, in the unit of its metric: one below has
/// not done the work.
public final class RooflineFloor {
  /// A GPU moves memory in sectors of so many bytes.
  public static final int SECTOR = 32;

  private RooflineFloor() {}

  /// The floor for an answer of this size.
  ///
  /// A time or a latency: the roofline's prediction, `max(flops/gflops, bytes/gbytes)` ns, with the
  /// least that the workload needs of either. Traffic: every number of input and output once. A
  /// size in bytes: 1.
  public static double of(Event event, Map<String, Integer> size) {
    var kind = event.kind();
    double bytes = 4 * kind.numbers(size);
    return switch (event.metric()) {
      case TIME, LATENCY, DEVICE_TIME -> nanos(event.floor(), kind.flops(size), bytes);
      case TRAFFIC -> Math.ceil(bytes / SECTOR);
      case SIZE -> 1;
    };
  }

  /// The rates of an event are FLOPs and bytes a nanosecond.
  private static double nanos(Event.PeakRates floor, double flops, double bytes) {
    var memory = Ceiling.published("memory", floor.gbytes());
    return PredictedTime.of(
            new Cost((long) flops, (long) bytes, 0),
            Ceiling.published("arithmetic", floor.gflops()),
            List.of(new MemoryLevel(memory, Long.MAX_VALUE)))
        .seconds();
  }
}
