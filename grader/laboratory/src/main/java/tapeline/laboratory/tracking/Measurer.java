package tapeline.laboratory.tracking;

import java.io.IOException;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.toolkit.ProgressBar;

/// Who measures for a [RegressionWatch].
public interface Measurer {
  Budget.Counts count(Contender contender) throws IOException;

  Comparison compare(Contender before, Contender now) throws IOException;

  /// By duels of this plan.
  static Measurer of(Plan plan, long seed) {
    return new Duels(plan, seed);
  }

  /// JVMs that take turns, and others that count.
  record Duels(Plan plan, long seed) implements Measurer {
    @Override
    public Budget.Counts count(Contender contender) throws IOException {
      return Counting.of(contender);
    }

    @Override
    public Comparison compare(Contender before, Contender now) throws IOException {
      int most = plan.most();
      try (var bar = ProgressBar.of(now.name(), most)) {
        return new Duel(before, now, plan, seed, _ -> bar.step()).run();
      }
    }
  }
}
