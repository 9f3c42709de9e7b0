package tapeline.instruments.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tapeline.instruments.machine.HardwareFacts.Quality;
import tapeline.toolkit.Picture;
import tapeline.toolkit.RadarPicture;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// Machines side by side in seven respects: a table with the sources, and a radar whose rim is the
/// best of those that are stated. Throughputs may be of several precisions, which the table names.
///
/// @param machines six at most
public record HardwareComparison(List<HardwareFacts> machines) implements Tabular {
  /// The distance of the worst from the middle, where it could not be seen.
  private static final double INNERMOST = 0.15;

  /// Keeps its own copy.
  public HardwareComparison {
    machines = List.copyOf(machines);
  }

  /// Returns an A100, a TPU v5e and a Jetson beside this machine.
  public static HardwareComparison beside(HardwareFacts here) {
    return new HardwareComparison(
        List.of(
            Accelerator.A100_80GB.facts(),
            Accelerator.TPU_V5E.facts(),
            Accelerator.JETSON_AGX_ORIN.facts(),
            here));
  }

  /// Returns this machine's facts: what was measured, and the memory that the system tells.
  ///
  /// @param measured its ceilings, in float32
  /// @param loadSeconds how long a load from memory takes; 0 where that was not measured
  /// @param bytes of its memory
  public static HardwareFacts here(Ceilings measured, double loadSeconds, double bytes) {
    return HardwareFacts.of(measured.machine(), "measured here")
        .in("FP32")
        .with(Quality.THROUGHPUT, measured.peak().perSecond())
        .with(Quality.BANDWIDTH, measured.memory().perSecond())
        .with(Quality.LATENCY, loadSeconds)
        .with(Quality.MEMORY, bytes);
  }

  /// A line a machine.
  @Override
  public TextTable table() {
    var header =
        Stream.concat(Stream.of("machine"), Stream.of(Quality.values()).map(Quality::toString));
    var table = TextTable.of(header.toArray(String[]::new));
    for (var m : machines) {
      var cells = new ArrayList<>(List.of(m.machine()));
      Stream.of(Quality.values()).map(m::words).forEach(cells::add);
      table.row(cells.toArray(String[]::new));
    }
    machines.forEach(m -> table.note(m.machine() + ": " + m.source()));
    return table;
  }

  /// The radar. Each axis goes by the logarithm, from the worst stated value to the best; an axis
  /// with one value has no dot, as nothing is beside it.
  public Picture picture() {
    var qualities = List.of(Quality.values());
    var radar =
        new RadarPicture("Machines in seven respects", qualities.stream().map(this::axis).toList());
    for (var m : machines) {
      radar.series(
          m.machine(),
          qualities.stream().mapToDouble(q -> place(m, q)).toArray(),
          qualities.stream().map(m::words).toList());
    }
    return radar.picture();
  }

  private String axis(Quality quality) {
    return switch ((int) stated(quality).count()) {
      case 0 -> quality + " (not stated)";
      case 1 -> quality + " (one value)";
      default -> "" + quality;
    };
  }

  private DoubleStream stated(Quality quality) {
    return machines.stream()
        .map(m -> m.values().get(quality))
        .filter(Objects::nonNull)
        .mapToDouble(v -> v);
  }

  /// How far out a machine lies on an axis: 1 for the best, NaN where it states nothing or no other
  /// one does.
  double place(HardwareFacts machine, Quality quality) {
    var value = machine.values().get(quality);
    if (value == null) {
      return Double.NaN;
    }
    var range = stated(quality).map(Math::log).summaryStatistics();
    if (range.getCount() == 1) {
      return Double.NaN;
    }
    double width = range.getMax() - range.getMin();
    if (width == 0) {
      return 1;
    }
    double better = (Math.log(value) - range.getMin()) / width;
    return INNERMOST + (1 - INNERMOST) * (quality.moreIsBetter() ? better : 1 - better);
  }
}
