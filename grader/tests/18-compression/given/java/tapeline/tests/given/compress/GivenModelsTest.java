package tapeline.tests.given.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.compress.CsrMatrix;
import tapeline.compress.CubicSparsity;
import tapeline.compress.Distillation;
import tapeline.compress.LargestMagnitudes;
import tapeline.compress.LowRankLinear;
import tapeline.compress.Masks;
import tapeline.compress.Orthonormal;
import tapeline.compress.PrunedWeights;
import tapeline.compress.TruncatedSvd;
import tapeline.compress.UnitPruning;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class GivenModelsTest {
  private static double largest(Tensor t) {
    return t.abs().max(false, 0, 1).item();
  }

  private static Dataset some() {
    var x = Tensor.normal(Seeds.random("examples"), 12, 5);
    return new Dataset(x, new int[] {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}, 3);
  }

  @Test
  void impossible_requests_are_named() {
    var w = Tensor.range(3, 4);
    assertThat(
            List.of(
                Thrown.by(() -> LargestMagnitudes.of(new float[2], 3)),
                Thrown.by(() -> LargestMagnitudes.of(new float[] {1, Float.NaN}, 1)),
                Thrown.by(() -> Masks.magnitude(w, 1.5)),
                Thrown.by(() -> Masks.nOfM(w, 2, 4)),
                Thrown.by(() -> new CubicSparsity(0.5, 0.2, 0, 10)),
                Thrown.by(() -> CsrMatrix.of(w).times(Tensor.range(3, 1))),
                Thrown.by(() -> TruncatedSvd.of(w, 4, new Random(1))),
                Thrown.by(() -> TruncatedSvd.of(w, 1, new Random(1)).rankFor(1)),
                Thrown.by(() -> new Distillation(new Sequential(), 0.5f, 0.5f))))
        .as("what is refused")
        .containsExactly(
            "IllegalArgumentException: of 2 numbers 0 to 2 can be the largest, got 3",
            "IllegalArgumentException: NaN has no magnitude, got one at 1",
            "IllegalArgumentException: a sparsity is from 0 to 1, got 1.5",
            "IllegalArgumentException: 2 of 4 needs a matrix whose rows come in groups of 4, got"
                + " (3,4)",
            "IllegalArgumentException: a sparsity rises, 0 ≤ from ≤ to < 1, over 1 step or more,"
                + " got 0.5 to 0.2, from step 0, in 10",
            "IllegalArgumentException: a sparse product needs (m,n)·(n,p), got (3,4)·(3,1)",
            "IllegalArgumentException: a rank is from 1 to 3 for (3,4), got 4",
            "IllegalArgumentException: 1 singular values have 0.9924 of the energy, asked for 1.0",
            "IllegalArgumentException: a temperature is 1 or more, a share 0 to 1, got 0.5 and"
                + " 0.5");
  }

  /// Zhu and Gupta's formula at its ends, and half-way: to + (from − to)/8.
  @Test
  void a_cubic_sparsity_rises_fast_at_first() {
    var s = new CubicSparsity(0.1, 0.9, 10, 100);
    var steps = new int[] {0, 10, 60, 110, 500};
    var wanted = new double[] {0.1, 0.1, 0.8, 0.9, 0.9};
    for (int i = 0; i < steps.length; i++) {
      assertThat(Math.abs(s.at(steps[i]) - wanted[i]))
          .as("the error of the sparsity at step %d", steps[i])
          .isLessThan(1e-12);
    }
  }

  @Test
  void a_mask_leaves_out_the_smallest_magnitudes() {
    var w = Tensor.of(new float[] {1, -6, 3, -2, 5, 4}, 2, 3);
    assertThat(Masks.magnitude(w, 0.5).toArray())
        .as("half of 1, −6, 3, −2, 5, 4")
        .containsExactly(0, 1, 0, 0, 1, 1);
  }

  @Test
  void pruned_weights_stay_0_and_biases_are_left() {
    var model = Sequential.mlp(Seeds.random("pruned"), 5, 8, 3);
    var start = model.parameters().getFirst().value().copy();
    var pruned = new PrunedWeights(model.parameters(), new GradientDescent(0.5f));
    var trainer = new Trainer(model, pruned, 4, Seeds.random("order"));
    trainer.epoch(some());
    pruned.prune(w -> Masks.magnitude(w, 0.75));
    trainer.epoch(some());
    assertThat(pruned.sparsity()).as("the masks' sparsity").isEqualTo(0.75);
    assertThat(Masks.sparsity(model.parameters().getFirst().value()))
        .as("the share of weights that are 0 after an epoch more")
        .isEqualTo(0.75);
    assertThat(Masks.sparsity(model.parameters().get(1).value())).as("of biases").isEqualTo(0);
    var kept = model.parameters().getFirst().value().copy();
    pruned.rewind();
    var ticket = model.parameters().getFirst().value();
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 8; j++) {
        assertThat(ticket.at(i, j))
            .as("weight (%d,%d) rewound: where it started, or 0 where it was pruned", i, j)
            .isEqualTo(kept.at(i, j) == 0 ? 0 : start.at(i, j));
      }
    }
  }

  /// A unit whose weights are 0 changes nothing, so leaving it out does not either.
  @Test
  void units_that_do_nothing_go_first() {
    var random = Seeds.random("units");
    var in = new Linear("in", 4, 6, random);
    var out = new Linear("out", 6, 3, random);
    for (int i = 0; i < 4; i++) {
      in.parameters().get(0).value().set(0, i, 2);
    }
    for (int j = 0; j < 3; j++) {
      out.parameters().get(0).value().set(0, 5, j);
    }
    in.parameters().get(1).value().assign(Tensor.vector(1, 2, 0, 4, 5, 6));
    out.parameters().get(1).value().assign(Tensor.vector(7, 8, 9));
    var x = Tensor.normal(random, 9, 4);
    var small = UnitPruning.keep(4, new UnitPruning.HiddenPair(in, out));
    assertThat(small.in().parameters().get(0).value().shape().toArray())
        .as("the first weight with 4 of 6 units")
        .containsExactly(4, 4);
    assertThat(largest(out.apply(in.apply(x)).minus(small.out().apply(small.in().apply(x)))))
        .as("the largest change where two idle units of six are left out")
        .isLessThan(1e-5);
  }

  @Test
  void the_rank_follows_from_the_energy() {
    var u = Orthonormal.columns(Tensor.normal(Seeds.random("u"), 9, 3));
    var v = Orthonormal.columns(Tensor.normal(Seeds.random("v"), 7, 3));
    var scaled = u.times(Tensor.vector(3, 2, 1)); // squares 9, 4, 1 of 14
    var a = scaled.matmul(v.transpose());
    var svd = TruncatedSvd.of(a, 7, Seeds.random("energy"));
    assertThat(List.of(svd.rankFor(0.5), svd.rankFor(0.65), svd.rankFor(0.9), svd.rankFor(1)))
        .as("ranks for 50, 65, 90, 100 % of the energy of σ = 3, 2, 1")
        .containsExactly(1, 2, 2, 3);
    var layer = new Linear("l", a);
    layer.parameters().get(1).value().assign(Tensor.vector(1, 2, 3, 4, 5, 6, 7));
    var low = LowRankLinear.of(layer, 1, Seeds.random("low"));
    var x = Tensor.normal(Seeds.random("x"), 4, 9);
    assertThat(low.rank()).as("the rank of the layer that keeps all energy").isEqualTo(3);
    assertThat(low.parameterCount()).as("its numbers: 9·3 + 3·7 + 7").isEqualTo(55);
    assertThat(largest(low.apply(x).minus(layer.apply(x))))
        .as("the largest difference of the two layers")
        .isLessThan(1e-4);
  }

  @Test
  void orthonormal_columns_leave_out_what_depends_on_others() {
    var a = Tensor.of(new float[] {3, 6, 0, 4, 8, 0, 0, 0, 5}, 3, 3); // column 1 is twice column 0
    assertThat(Orthonormal.columns(a).toArray())
        .as("of the columns (3, 4, 0), (6, 8, 0), (0, 0, 5)")
        .containsExactly(0.6f, 0, 0, 0.8f, 0, 0, 0, 0, 1);
  }

  @Test
  void a_student_learns_from_the_teacher_alone() {
    var teacher = Sequential.mlp(Seeds.random("teacher"), 5, 8, 3);
    var student = Sequential.mlp(Seeds.random("student"), 5, 8, 3);
    var data = some();
    var distillation = new Distillation(teacher, 2, 1);
    double before = 0;
    double after = 0;
    for (int i = 0; i < 2000; i++) {
      after = distillation.step(student, new GradientDescent(0.3f), data);
      before = i == 0 ? after : before;
    }
    assertThat(after).as("the loss after 2,000 steps, against before").isLessThan(before);
    assertThat(student.apply(data.inputs()).argmax())
        .as("the student's answers beside the teacher's")
        .isEqualTo(teacher.apply(data.inputs()).argmax());
  }
}
