package tapeline.roofline.ops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tapeline.instruments.machine.Ceiling;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.machine.RateMeter;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.PredictedTime;
import tapeline.roofline.ops.PassRecorder.Recorded;
import tapeline.tensor.Tensor;

/// The rates that a backend's own loops attain on operands in the cache: its compute ceilings,
/// below the machine's. Each is measured when it is first asked for.
///
/// A call takes some time whatever it computes, as a message does in Hockney's model of networks
/// (*Parallel Computing* 20, 1994). That is measured on operands of one number, and is no part of
/// the ceiling. A loop without FLOPs, as of a copy, counts its bytes instead.
public final class LoopCeilings {
  private final Map<String, Loop> byName = new HashMap<>();
  private final List<MemoryLevel> levels;
  private final RateMeter meter;

  /// @param call seconds before a loop begins
  /// @param ceiling units of work a second from then on
  private record Loop(double call, Ceiling ceiling) {}

  /// @param levels of the machine, from the core outwards
  public LoopCeilings(List<MemoryLevel> levels, RateMeter meter) {
    this.levels = List.copyOf(levels);
    this.meter = meter;
  }

  /// The roofline's prediction of work: the sum over its passes, each of which ends before the next
  /// begins. A pass takes its call, and then `max(FLOPs/π, bytes/β)`.
  public double seconds(List<Recorded> passes) {
    return passes.stream().mapToDouble(this::seconds).sum();
  }

  private double seconds(Recorded pass) {
    var cost = pass.cost();
    var counted = new Cost(work(cost), cost.bytesRead(), cost.bytesWritten());
    var loop = byName.computeIfAbsent(pass.loop(), _ -> measured(pass));
    return loop.call + PredictedTime.of(counted, loop.ceiling, levels).seconds();
  }

  private Loop measured(Recorded pass) {
    double call = 1 / perSecond(pass.call()).perSecond();
    var samples = perSecond(pass.sample());
    double computing = Math.max(1 / samples.perSecond() - call, Double.MIN_NORMAL);
    return new Loop(call, Ceiling.published(pass.loop(), work(pass.sampleCost()) / computing));
  }

  private Ceiling perSecond(Supplier<Tensor> work) {
    Runnable run =
        () -> {
          var _ = work.get();
        };
    return meter.rate("loop", 1, List.of(run));
  }

  private static long work(Cost cost) {
    return cost.flops() > 0 ? cost.flops() : cost.bytes();
  }
}
