package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.memory.Binomial;
import tapeline.memory.ChainBlock;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.memory.PlannedChain;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("14.3")
class ChainCostTest {
  private final Random random = Seeds.random("chain cost");

  @Test
  void a_chain_of_kept_blocks_by_hand() {
    // kept, output, walk, walk without the output's gradient, left, flops
    var chain = chain(new ChainBlock(10, 4, 30, 26, 0, 1), new ChainBlock(7, 5, 40, 35, 3, 1));
    assertThat(chain.peak(CheckpointPlan.keepAll(2)))
        .as("the peak of 0 1: in block 1 the 10 and 4 of block 0, and its walk's 40")
        .isEqualTo(54);
    var early = chain(new ChainBlock(10, 4, 60, 56, 0, 1), new ChainBlock(7, 5, 40, 35, 3, 1));
    assertThat(early.peak(CheckpointPlan.keepAll(2)))
        .as("the peak of 0 1: in block 0 its walk's 60, and 3 left by block 1")
        .isEqualTo(63);
  }

  @Test
  void a_chain_with_a_group_by_hand() {
    var chain =
        chain(
            new ChainBlock(10, 4, 30, 26, 0, 1),
            new ChainBlock(7, 5, 40, 35, 3, 1),
            new ChainBlock(8, 6, 20, 14, 2, 1));
    var group = new ReplayedGroup(List.of(new KeptBlock(0), new KeptBlock(1)));
    assertThat(chain.peak(new CheckpointPlan(List.of(group, new KeptBlock(2)))))
        .as("the peak of (0 1) 2: in block 1 again, 10 + 4, its output's gradient 5, 35, and 2")
        .isEqualTo(56);
    assertThat(
            chain.peak(
                new CheckpointPlan(List.of(group, new ReplayedGroup(List.of(new KeptBlock(2)))))))
        .as("the peak of (0 1) (2)")
        .isEqualTo(56);
    var large =
        chain(
            new ChainBlock(10, 4, 30, 26, 0, 1),
            new ChainBlock(7, 50, 90, 40, 3, 1),
            new ChainBlock(8, 6, 20, 14, 2, 1));
    assertThat(large.peak(new CheckpointPlan(List.of(group, new KeptBlock(2)))))
        .as("the peak of (0 1) 2, block 1 having an output of 50: 10 + 4, its gradient 50, 40, 2")
        .isEqualTo(106);
  }

  @Test
  void a_gradient_that_two_groups_hold_counts_once() {
    var chain = chain(new ChainBlock(10, 4, 30, 26, 0, 1), new ChainBlock(7, 5, 40, 35, 3, 1));
    var inner = new ReplayedGroup(List.of(new KeptBlock(1)));
    var outer = new ReplayedGroup(List.of(new KeptBlock(0), inner));
    assertThat(chain.peak(new CheckpointPlan(List.of(outer))))
        .as("the peak of (0 (1)): in block 1 again 10 + 4, its output's gradient 5, and 35")
        .isEqualTo(54);
  }

  private static ChainCost chain(ChainBlock... blocks) {
    return new ChainCost(List.of(blocks));
  }

  @Test
  void the_peak_of_every_plan_is_what_tapes_hold() {
    var blocks = new ArrayList<>(MemorySteps.blocks(random, UnaryOp.TANH, 6, 9, 5, 12, 4, 8, 7));
    blocks.add(2, new Sequential(MemorySteps.blocks(random, UnaryOp.GELU, 5, 11, 5)));
    blocks.add(new Loss(13));
    check(blocks, Tensor.normal(random, 13, 6), Tensor.scalar(1));
    check(
        MemorySteps.blocks(random, UnaryOp.RELU, 3, 3, 3, 3, 3, 3),
        Tensor.normal(random, 50, 3),
        Tensor.normal(random, 50, 3));
  }

  private record Loss(int rows) implements Layer {
    @Override
    public Variable forward(Variable x) {
      return Losses.crossEntropy(x, new int[rows]);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of();
    }
  }

  private static void check(List<Layer> blocks, Tensor x, Tensor dY) {
    int n = blocks.size();
    var cost = ChainCost.of(blocks, x);
    var plans = new ArrayList<CheckpointPlan>();
    for (int k = 1; k <= n; k++) {
      plans.add(CheckpointPlan.every(k, n));
      plans.add(Binomial.plan(n, k));
    }
    plans.add(new CheckpointPlan(List.of(new ReplayedGroup(CheckpointPlan.keepAll(n).parts()))));
    long plain = flops(new PlannedChain(blocks, CheckpointPlan.keepAll(n)), x, dY);
    for (var plan : plans) {
      var model = new PlannedChain(blocks, plan);
      assertThat(cost.peak(plan))
          .as("peak of %s, against what the tapes of a step held", plan)
          .isEqualTo(MemorySteps.peak(model, x, dY));
      assertThat(cost.recomputed(plan))
          .as("recomputed FLOPs of %s, against what a backend counted beside the plain step", plan)
          .isEqualTo(flops(model, x, dY) - plain);
    }
  }

  private static long flops(Layer model, Tensor x, Tensor dY) {
    model.parameters().forEach(Parameter::clearGradient);
    return CountedBackend.of(
            () -> {
              var tape = new TensorTape();
              tape.backward(model.forward(tape.constant(x)), dY);
            })
        .flops();
  }

  @Test
  void what_no_chain_has_is_refused() {
    assertThat(Thrown.by(() -> new ChainCost(List.of())))
        .as("a chain without blocks")
        .isEqualTo("IllegalArgumentException: a chain has at least one block, got none");
    assertThat(Thrown.by(() -> ChainCost.of(List.of(new Sequential()), Tensor.zeros(2, 3))))
        .as("a block that returns its input")
        .isEqualTo(
            "IllegalArgumentException: a block of a chain makes a new tensor, and block 0 returns"
                + " its input");
    var one = chain(new ChainBlock(1, 1, 1, 1, 1, 1));
    assertThat(one.peak(CheckpointPlan.keepAll(1))).as("the peak of one block").isEqualTo(1);
    assertThat(Thrown.by(() -> one.peak(CheckpointPlan.keepAll(2))))
        .as("the peak of a plan for two blocks, of a chain of one")
        .isEqualTo(
            "IllegalArgumentException: a plan is for as many blocks as the chain has, got one for"
                + " 2, of 1");
  }
}
