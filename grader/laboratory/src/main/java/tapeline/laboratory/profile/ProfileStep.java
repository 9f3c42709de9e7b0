package tapeline.laboratory.profile;

import java.util.List;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.TrainingStep;

/// A table of the time and the bytes of training steps: 06's perceptron, 08's network, 09's
/// transformer. It uses the middle half of the recorded steps, so that a step in which the machine
/// did something else has no effect. `./tapeline run ProfileStep`
public final class ProfileStep {
  private static final int ROWS = 12;

  private ProfileStep() {}

  static void main() {
    for (var training :
        List.of(TrainingStep.mlp(), TrainingStep.cnn(), TrainingStep.transformer())) {
      print(training);
    }
  }

  private static void print(TrainingStep<?> training) {
    var rounds = WatchedRounds.of(training);
    var profile = MiddleSteps.of(rounds.profile());
    IO.println("## %s%n".formatted(training.name()));
    IO.println(Hotspots.of(profile, By.PASS).table().first(ROWS));
    IO.println(ChildSums.of(rounds.profile()).table().note(rounds.cost()));
    IO.println(SampledShares.of(Hotspots.of(profile, By.OP), rounds.samples()));
    long peak = training.tape().stats().peakBytes();
    var memory = MemoryTimeline.of(profile).getLast().table();
    IO.println(memory.first(ROWS).note("the tape's own ledger: %d bytes".formatted(peak)));
    Advice.of(profile).forEach(a -> IO.println(a.rule() + ": " + a.text()));
    IO.println();
  }
}
