package tapeline.roofline.ops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.machine.RateMeter;
import tapeline.profile.cost.Cost;
import tapeline.roofline.PredictedTime;
import tapeline.roofline.ops.PassRecorder.Recorded;

/// What a backend's own loops attain on operands that lie in the cache: its compute ceilings, below
/// the machine's. Each is measured when it is first asked for.
///
/// A loop without FLOPs, as of a copy, counts its bytes instead.
public final class LoopCeilings {
  private final Map<String, Ceiling> byLoop = new HashMap<>();
  private final List<MemoryLevel> levels;
  private final RateMeter meter;

  /// @param levels of the machine, from the core outwards
  public LoopCeilings(List<MemoryLevel> levels, RateMeter meter) {
    this.levels = List.copyOf(levels);
    this.meter = meter;
  }

  /// The roofline's prediction of work: the sum over its passes, each of which ends before the next
  /// begins.
  public double seconds(List<Recorded> passes) {
    return passes.stream().mapToDouble(this::seconds).sum();
  }

  private double seconds(Recorded pass) {
    var cost = pass.cost();
    var counted = new Cost(work(cost), cost.bytesRead(), cost.bytesWritten());
    return PredictedTime.of(counted, ceiling(pass), levels).seconds();
  }

  /// What the loop of a pass attains in the cache, in units of work a second.
  public Ceiling ceiling(Recorded pass) {
    return byLoop.computeIfAbsent(
        pass.loop(),
        loop -> {
          Runnable run =
              () -> {
                var _ = pass.sample().get();
              };
          return meter.rate(loop, (double) work(pass.sampleCost()), List.of(run));
        });
  }

  private static long work(Cost cost) {
    return cost.flops() > 0 ? cost.flops() : cost.bytes();
  }
}
