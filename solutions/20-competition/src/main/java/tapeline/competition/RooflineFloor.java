package tapeline.competition;

import java.util.Map;

/// What no entry of an event can go below, in the unit of its metric: whoever does has not done the
/// work.
public final class RooflineFloor {
  /// A GPU moves memory in sectors of so many bytes.
  public static final int SECTOR = 32;

  private RooflineFloor() {}

  /// The floor for an answer of this size.
  ///
  /// A time or a latency: `max(flops/gflops, bytes/gbytes)` ns, with the least that the workload
  /// needs of either (Williams, Waterman and Patterson, *Communications of the ACM* 52, 2009).
  /// Traffic: every number of input and output once. A size in bytes: 1.
  public static double of(Event event, Map<String, Integer> size) {
    var kind = event.kind();
    double bytes = 4 * kind.numbers(size);
    return switch (event.metric()) {
      case TIME, LATENCY, DEVICE_TIME ->
          Math.max(kind.flops(size) / event.floor().gflops(), bytes / event.floor().gbytes());
      case TRAFFIC -> Math.ceil(bytes / SECTOR);
      case SIZE -> 1;
    };
  }
}
