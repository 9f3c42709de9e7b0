package tapeline.tests.given.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.CountedBackend;
import tapeline.profile.cost.OpCost;
import tapeline.roofline.ops.OpTrial;
import tapeline.roofline.ops.OpTrials;
import tapeline.roofline.ops.PassRecorder;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.Normalize;

class OpTrialsTest {
  @Test
  void there_are_more_than_twenty_with_names_of_their_own() {
    var all = OpTrials.all();
    assertThat(all).as("ops of modules 04 to 09").hasSizeGreaterThan(20);
    assertThat(all.stream().map(OpTrial::label)).as("their labels").doesNotHaveDuplicates();
  }

  @Test
  void no_op_moves_less_than_the_least() {
    for (var trial : OpTrials.all()) {
      assertThat(trial.moved())
          .as("bytes that the passes of \"%s\" move", trial.label())
          .isGreaterThanOrEqualTo(trial.least().bytes() - slack(trial));
    }
  }

  /// Returns the bytes that an op may move less: cross-entropy's result is a single number, written
  /// outside the backend.
  private static long slack(OpTrial trial) {
    return trial.label().equals("cross-entropy") ? Float.BYTES : 0;
  }

  @Test
  void recorded_passes_cost_what_is_counted() {
    var random = Seeds.random("passes");
    var x = Tensor.normal(random, 6, 10);
    var y = Tensor.normal(random, 10, 4);
    Runnable work =
        () -> {
          x.matmul(y).softmax().plus(Tensor.zeros(4)).sum(true, 0);
          x.tanh().logSumExp();
          x.max(false, 1);
        };
    var passes =
        PassRecorder.passesOf(() -> {
          work.run();
          return x;
        });
    assertThat(passes.stream().map(PassRecorder.Recorded::cost).reduce(Cost.NONE, Cost::plus))
        .as("the costs of the recorded passes, added up, beside 11's counting backend")
        .isEqualTo(CountedBackend.of(work));
  }

  @Test
  void an_op_of_several_passes_costs_what_its_formula_says() {
    var op = new Normalize(1e-5f);
    var x = Tensor.normal(Seeds.random("norm"), 6, 10);
    var trial = OpTrial.of("norm", "rows", () -> op.forward(x), x);
    var formula = OpCost.forward(op, List.of(x.shape()), Shape.of(6, 10));
    assertThat(trial.moved()).as("bytes of the passes of Normalize").isEqualTo(formula.bytes());
    assertThat(trial.least())
        .as("its FLOPs, X read once and Y written once")
        .isEqualTo(new Cost(formula.flops(), 240, 240));
  }

  @Test
  void each_pass_has_a_sample_of_its_own_loop() {
    for (var trial : OpTrials.all()) {
      for (var pass : trial.passes()) {
        assertThat(pass.sample().get().shape().size())
            .as("numbers that the sample of \"%s\" in \"%s\" computes", pass.loop(), trial.label())
            .isPositive();
        assertThat(pass.sampleCost().bytes())
            .as("bytes of the sample of \"%s\": they lie in the cache", pass.loop())
            .isBetween(1L, 1_000_000L);
      }
    }
  }
}
