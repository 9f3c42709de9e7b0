package tapeline.laboratory.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.curvature.ConjugateGradients;
import tapeline.curvature.Lbfgs;
import tapeline.curvature.NewtonCg;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;

class TunedMethodTest {
  private static final double GOAL = 0.5;

  private static RunToLoss made(long flops, boolean reached) {
    return new RunToLoss(1, flops, 1, 0, 1, reached);
  }

  @Test
  void the_setting_with_the_fewest_flops_over_both_seeds_is_taken() {
    var seeds = new ArrayList<Long>();
    var method =
        new TunedMethod(
            "made up",
            "setting",
            List.of(1.0, 2.0, 3.0),
            (_, setting) -> made(setting == 2 ? 10 : 30, setting != 3));
    double tuned =
        method.tuned(seed -> {
          seeds.add(seed);
          return DigitsProblem.logistic(seed, GOAL);
        });
    assertThat(tuned)
        .as("the setting of 10 FLOPs, beside 30 and one that does not get there")
        .isEqualTo(2);
    assertThat(seeds)
        .as("the seeds: none that the table shows")
        .containsExactly(101L, 102L, 101L, 102L, 101L, 102L);
  }

  @Test
  void a_run_that_does_not_get_there_costs_more_than_any() {
    assertThat(made(10, false).over(made(5, true), RunToLoss::flops)).isInfinite();
    assertThat(made(10, true).over(made(5, false), RunToLoss::flops))
        .as("beside one that does not get there")
        .isInfinite();
    assertThat(made(10, true).over(made(5, true), RunToLoss::flops)).isEqualTo(2);
  }

  @Test
  void all_ways_stop_at_the_same_loss() {
    var runs =
        new RunToLoss[] {
          DigitsProblem.logistic(1, GOAL).descend(new Lbfgs(5), 50),
          DigitsProblem.logistic(1, GOAL)
              .descend(new NewtonCg(0.01, new ConjugateGradients(0.1, 20)), 50),
          DigitsProblem.logistic(1, GOAL).optimize(new Adam(Schedule.constant(0.1)), 50),
          DigitsProblem.logistic(1, GOAL).batches(new Adam(Schedule.constant(0.01)), 32, 5)
        };
    for (var run : runs) {
      assertThat(run.reached()).as("%s", run).isTrue();
      assertThat(run.loss()).as("the loss at its end").isLessThanOrEqualTo(GOAL);
      assertThat(run.flops()).as("FLOPs").isPositive();
      assertThat(run.accuracy()).as("accuracy on digits that it has not seen").isGreaterThan(0.8);
    }
    assertThat(DigitsProblem.logistic(1, 1e-9).optimize(new Adam(Schedule.constant(0.1)), 3))
        .as("three steps that are not enough")
        .matches(run -> !run.reached() && run.iterations() == 3);
  }
}
