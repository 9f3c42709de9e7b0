package tapeline.laboratory.roofline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.function.Supplier;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.Curve;
import tapeline.instruments.machine.MachineCharts;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.Processor;
import tapeline.instruments.machine.RateMeter;
import tapeline.instruments.machine.Staircase;
import tapeline.instruments.machine.WorkingSets;
import tapeline.roofline.machine.Plateaus;
import tapeline.roofline.machine.PointerChase;
import tapeline.roofline.machine.Streams;
import tapeline.toolkit.Charts;
import tapeline.toolkit.ProgressBar;

/// A program that measures the FLOP/s and bytes/s that this machine reaches at best, and its
/// latency, and keeps them.
public final class MeasureMachine {
  private static final RateMeter METER = new RateMeter(7, 4);

  private MeasureMachine() {}

  /// Prints a table, and writes the machine file with two charts beside it. Takes about a minute,
  /// in which nothing else should run.
  public static void main() throws IOException {
    var processor = Processor.here();
    var alone = WorkingSets.of(processor.caches(), 1, METER);
    var streams = new ArrayList<Curve>();
    List<Ceiling> flops;
    var bytes = new ArrayList<Ceiling>();
    Staircase triad;
    Staircase chase;
    try (var bar = ProgressBar.of("measuring", 6)) {
      flops = VectorWidths.measure(processor.cores());
      bar.step();
      for (var stream :
          List.<Supplier<Curve>>of(
              () -> Streams.read(alone), () -> Streams.copy(alone), () -> Streams.triad(alone))) {
        streams.add(stream.get());
        bar.step();
      }
      triad = Plateaus.staircase(streams.getLast(), processor.caches());
      bytes.addAll(triad.ceilings(""));
      if (processor.cores() > 1) bytes.addAll(allCores(processor));
      bar.step();
      chase = Plateaus.staircase(PointerChase.loads(alone, new Random(12)), processor.caches());
      bar.step();
    }
    var file = MachineFile.of(processor, flops, bytes, chase.ceilings(""));
    file.write(MachineFile.PATH);
    var bandwidth = MachineFile.PATH.resolveSibling("bandwidth.svg");
    Charts.write(MachineCharts.bandwidth(streams, triad), bandwidth);
    Charts.write(MachineCharts.latency(chase), MachineFile.PATH.resolveSibling("latency.svg"));
    IO.print(file.table());
    IO.println(plateaus(triad, processor.caches()));
    IO.println(plateaus(chase, processor.caches()));
    IO.println("kept in " + MachineFile.PATH + "; bandwidth.svg and latency.svg are beside it");
  }

  /// The triad's ceilings with all cores at work. The last cache is theirs together, the others
  /// each core has for itself.
  private static List<Ceiling> allCores(Processor processor) {
    var caches = new ArrayList<>(processor.caches());
    for (int i = 0; i < caches.size() - 1; i++) caches.set(i, caches.get(i) * processor.cores());
    var sets = WorkingSets.of(caches, processor.cores(), METER);
    return Plateaus.staircase(Streams.triad(sets), caches).ceilings(Ceilings.ALL_CORES);
  }

  /// Which working sets the plateaus hold, beside the system's word of its caches.
  private static String plateaus(Staircase stairs, List<Long> caches) {
    var levels = new StringJoiner(", ");
    stairs.levels().forEach((l, p) -> levels.add(l + " " + size(p.from()) + " to " + size(p.to())));
    var sizes = new StringJoiner(", ").setEmptyValue("unknown");
    caches.forEach(bytes -> sizes.add(size(bytes)));
    return "plateaus of the %s: %s; caches, as the system says: %s"
        .formatted(stairs.curve().name(), levels, sizes);
  }

  private static String size(long bytes) {
    return bytes < 1 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }
}
