package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.Sample;
import tapeline.tests.Seeds;

@Tag("19.5")
class BatchMeansTest {
  private static final int EXPERIMENTS = 1_000;

  private final Random random = Seeds.random("batches");

  @Test
  void thirty_runs_are_ten_batches_of_three() {
    double[] nanos = DoubleStream.iterate(1, x -> x + 1).limit(30).toArray();
    assertThat(Results.of(nanos).batches().values())
        .as("the batches' means of the times 1, 2, … 30")
        .containsExactly(2, 5, 8, 11, 14, 17, 20, 23, 26, 29);
  }

  @Test
  void each_run_is_in_one_batch() {
    double[] nanos = DoubleStream.iterate(1, x -> x + 1).limit(25).toArray();
    assertThat(Results.of(nanos).batches().values())
        .as("the batches' means of the times 1, 2, … 25: two and three by turns, none left out")
        .containsExactly(1.5, 4, 6.5, 9, 11.5, 14, 16.5, 19, 21.5, 24);
  }

  @Test
  void fewer_than_ten_runs_are_a_batch_each() {
    assertThat(Results.of(7, 5, 9).batches().values())
        .as("the batches' means of three times")
        .containsExactly(7, 5, 9);
  }

  @Test
  void the_interval_is_that_of_the_batches() {
    double[] nanos = random.doubles(50, 90, 110).toArray();
    double[] means = new double[10];
    for (int i = 0; i < 50; i++) {
      means[i / 5] += nanos[i] / 5;
    }
    var interval = Results.of(nanos).interval();
    var expected = Sample.of(means).logs().meanInterval(0.95).exp();
    assertThat(interval.halfWidth())
        .as("half the 95 % interval of 50 runs: e to the t interval of the logarithms of ten means")
        .isCloseTo(expected.halfWidth(), within(1e-9));
    assertThat(interval.low() + interval.halfWidth())
        .as("its middle")
        .isCloseTo(expected.low() + expected.halfWidth(), within(1e-9));
  }

  @Test
  void no_interval_goes_below_0() {
    double[] nanos = random.doubles(50, 90, 110).toArray();
    nanos[7] = 30_000;
    assertThat(Results.of(nanos).interval().low())
        .as("the low end of the 95 % interval of 50 times of 90 to 110 ns, but for one of 30 µs")
        .isPositive();
  }

  private static double coverage(NoiseModel noise, double truth) {
    var random = new SplittableRandom(19);
    int holds = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      holds += Results.of(noise.timeline(400, random)).interval().contains(truth) ? 1 : 0;
    }
    return (double) holds / EXPERIMENTS;
  }

  @Test
  void runs_that_resemble_one_another_have_an_honest_interval() {
    assertThat(coverage(NoiseModel.NORMAL, 1))
        .as("the share of intervals that hold the true mean, of 400 independent runs, ± 0.7 %")
        .isBetween(0.929, 0.971);
    assertThat(coverage(NoiseModel.CORRELATED, Math.exp(0.25 * 0.25 / 2)))
        .as(
            "the share of intervals that hold the true mean, of 400 runs that each have 0.6 of what the"
                + " one before was too slow, in 1000 experiments, ± 0.8 %. As if each run stood for"
                + " itself it would be about 70 %")
        .isBetween(0.91, 0.97);
  }

  @Test
  void a_result_of_rounds_has_the_times_of_all() {
    var joined = BenchmarkResult.ofRounds(List.of(Results.of(1, 2), Results.of(5, 6)));
    assertThat(joined.batches().values())
        .as("the batches of two rounds of two runs")
        .containsExactly(1, 2, 5, 6);
  }
}
