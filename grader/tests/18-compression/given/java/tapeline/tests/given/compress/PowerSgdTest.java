package tapeline.tests.given.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.compress.GradientExchange.Exchanged;
import tapeline.compress.LocalRing;
import tapeline.compress.PowerSgd;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

class PowerSgdTest {
  private static final int M = 6;
  private static final int N = 4;
  private static final List<Shape> SHAPES = List.of(Shape.of(M, N));

  /// `exchanges` exchanges of these workers' gradients, each with a method of its own; the last.
  private static List<Exchanged> after(int exchanges, int rank, List<float[]> gradients) {
    return LocalRing.run(
        gradients.size(),
        link -> {
          var method = new PowerSgd(SHAPES, rank, 18);
          var own = gradients.get(link.rank());
          for (int i = 1; i < exchanges; i++) {
            method.exchange(link, own);
          }
          return method.exchange(link, own);
        });
  }

  /// Workers whose gradients are a·bᵀ with the same b.
  private static List<float[]> ofRankOne(int workers) {
    var random = Seeds.random("power");
    var b = Tensor.normal(random, 1, N);
    return IntStream.range(0, workers)
        .mapToObj(_ -> Tensor.normal(random, M, 1).matmul(b).toArray())
        .toList();
  }

  private static float[] mean(List<float[]> all) {
    var mean = new float[all.getFirst().length];
    for (var numbers : all) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += numbers[i] / all.size();
      }
    }
    return mean;
  }

  private static double largest(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.abs(a[i] - b[i])).max().orElse(0);
  }

  @Test
  void a_matrix_of_the_rank_is_exact() {
    var one = ofRankOne(1);
    assertThat(largest(after(1, 1, one).getFirst().mean(), one.getFirst()))
        .as("the largest error of a (6,4) of rank 1, one worker, rank 1")
        .isLessThan(1e-5);
  }

  @Test
  void workers_come_to_the_mean() {
    var three = ofRankOne(3);
    assertThat(largest(after(1, 1, three).get(1).mean(), mean(three)))
        .as("the largest error of the mean of three (6,4) whose mean has rank 1")
        .isLessThan(1e-5);
  }

  @Test
  void all_workers_have_the_same_bits() {
    var three = ofRankOne(3);
    var exchanged = after(2, 1, three);
    assertThat(exchanged.get(0).mean())
        .as("rank 0's mean beside 2's")
        .isEqualTo(exchanged.get(2).mean());
  }

  /// Each worker says its gradient's part in the span that all agreed on.
  @Test
  void what_workers_said_has_the_mean() {
    var random = Seeds.random("said");
    var gradients =
        IntStream.range(0, 3).mapToObj(_ -> Tensor.normal(random, M, N).toArray()).toList();
    var exchanged = after(2, 2, gradients);
    var said = mean(exchanged.stream().map(Exchanged::said).toList());
    assertThat(largest(said, exchanged.getFirst().mean()))
        .as("the largest difference of the mean of what three workers said from the mean")
        .isLessThan(1e-5);
    assertThat(largest(exchanged.get(0).said(), exchanged.get(1).said()))
        .as("the largest difference between what two workers said of different gradients")
        .isGreaterThan(1e-2);
  }

  /// Each exchange is one step of a power iteration, which ends at the best rank-1 matrix.
  @Test
  void exchanges_go_on_from_the_last() {
    var random = Seeds.random("warm");
    var u = Tensor.normal(random, M, 1);
    var v = Tensor.normal(random, 1, N);
    var noise = Tensor.normal(random, M, N).times(0.3f);
    var gradient = u.matmul(v).plus(noise).toArray();
    double first = error(after(1, 1, List.of(gradient)).getFirst().mean(), gradient);
    double tenth = error(after(10, 1, List.of(gradient)).getFirst().mean(), gradient);
    assertThat(tenth)
        .as("Σ of squared errors after ten exchanges of one gradient, against after one")
        .isLessThan(first);
  }

  /// All begin with the same Q, so the mean of their products is that of their mean gradient.
  @Test
  void three_workers_do_what_one_does_with_their_mean() {
    var random = Seeds.random("three");
    var gradients =
        IntStream.range(0, 3).mapToObj(_ -> Tensor.normal(random, M, N).toArray()).toList();
    var one = after(3, 2, List.of(mean(gradients))).getFirst().mean();
    assertThat(largest(after(3, 2, gradients).getFirst().mean(), one))
        .as("the largest difference of three workers' third mean from that of one with their mean")
        .isLessThan(1e-5);
  }

  private static double error(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.pow(a[i] - b[i], 2)).sum();
  }
}
