package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;

@Tag("07.3")
class DecayTest {
  private final Random random = Seeds.random("decay");

  @Test
  void one_number_by_hand() {
    var p = new Parameter("p", Tensor.vector(2, -4));
    Adam.withDecay(Schedule.constant(0.5), 0.25).step(List.of(p));
    assertThat(p.value().toArray())
        .as("2 and −4 without a gradient, after a step of rate 0.5 and decay 0.25: p − 0.5·0.25·p")
        .containsExactly(1.75f, -3.5f);
  }

  @Test
  void twenty_steps_are_those_of_float64() {
    Steps.twenty(Adam.withDecay(Steps.STAIRCASE, 0.3), () -> AdamTest.rule(0.3), random);
  }

  @Test
  void only_the_parameter_decays() {
    var rows = Tensor.full(8, 4, 5);
    var p = new Parameter("rows", rows.slice(0, 1, 3));
    Adam.withDecay(Schedule.constant(0.5), 0.25).step(List.of(p));
    assertThat(p.value().toArray()).as("8 after one step, rows 1 and 2 of four").containsOnly(7);
    assertThat(rows.select(0, 0).toArray()).as("row 0, no part of it").containsOnly(8);
    assertThat(rows.select(0, 3).toArray()).as("row 3, no part of it").containsOnly(8);
  }

  @Test
  void a_step_allocates_nothing() {
    var parameters =
        List.of(Steps.parameter("w", Tensor.full(1, 30, 50), Tensor.normal(random, 30, 50)));
    var adam = Adam.withDecay(Schedule.constant(0.01), 0.1);
    adam.step(parameters);
    assertThat(AllocatedBytes.perRun(20, () -> adam.step(parameters)))
        .as("bytes that a step with decay over 1500 numbers allocates, after the first")
        .isZero();
  }
}
