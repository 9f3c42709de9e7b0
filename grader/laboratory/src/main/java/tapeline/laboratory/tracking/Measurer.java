package tapeline.laboratory.tracking;

import java.io.IOException;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.toolkit.ProgressBar;

/// Measures for a [RegressionWatch]: by JVMs that take turns, and by others that count.
public class Measurer {
  private final Plan plan;
  private final long seed;

  /// @param seed of all that is drawn
  public Measurer(Plan plan, long seed) {
    this.plan = plan;
    this.seed = seed;
  }

  public Budget.Counts count(Contender contender) throws IOException {
    return Counting.of(contender);
  }

  public Comparison compare(Contender before, Contender now) throws IOException {
    try (var bar = ProgressBar.of(now.name(), plan.most())) {
      return new Duel(before, now, plan, seed, _ -> bar.step()).run();
    }
  }
}
