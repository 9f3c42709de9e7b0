package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.LocalRing;
import tapeline.compress.RingAllReduce;
import tapeline.compress.RingLink;
import tapeline.tests.Seeds;

@Tag("18.6")
class RingAllReduceTest {
  /// Each worker's numbers after the sum, and the bytes that it sent.
  private record After(float[] sum, long bytes) {}

  private static After reduced(RingLink link, float[] numbers) {
    var own = numbers.clone();
    RingAllReduce.sum(link, own);
    return new After(own, link.bytesSent());
  }

  private static List<float[]> random(String purpose, int workers, int length) {
    var random = Seeds.random(purpose);
    var all = new ArrayList<float[]>();
    for (int w = 0; w < workers; w++) {
      var numbers = new float[length];
      for (int i = 0; i < length; i++) {
        numbers[i] = random.nextInt(-99, 100); // sums are exact
      }
      all.add(numbers);
    }
    return all;
  }

  private static void check(String purpose, int workers, int length) {
    var own = random(purpose, workers, length);
    var wanted = new float[length];
    for (var numbers : own) {
      for (int i = 0; i < length; i++) {
        wanted[i] += numbers[i];
      }
    }
    var after = LocalRing.run(workers, link -> reduced(link, own.get(link.rank())).sum());
    for (int rank = 0; rank < workers; rank++) {
      assertThat(after.get(rank))
          .as("rank %d of %d after the sum of %d numbers", rank, workers, length)
          .isEqualTo(wanted);
    }
  }

  @Test
  void two_workers_by_hand() {
    var after =
        LocalRing.run(
            2,
            link ->
                Arrays.toString(
                    reduced(link, link.rank() == 0 ? new float[] {1, 2} : new float[] {10, 20})
                        .sum()));
    assertThat(after).as("(1, 2) and (10, 20) summed by two workers").containsOnly("[11.0, 22.0]");
  }

  @Test
  void any_number_of_workers_and_numbers() {
    for (int workers : new int[] {1, 2, 4, 5, 8}) {
      for (int length : new int[] {workers, 3 * workers + 1, 1, 0}) {
        check("any", workers, length);
      }
    }
  }

  /// `2·(n − 1)` pieces of an n-th of the bytes.
  @Test
  void a_worker_sends_less_than_twice_the_bytes() {
    for (int workers : new int[] {2, 3, 6}) {
      var own = random("bytes", workers, 60);
      var sent = LocalRing.run(workers, link -> reduced(link, own.get(link.rank())).bytes());
      assertThat(sent)
          .as("bytes that each of %d workers sends for 60 numbers", workers)
          .containsOnly(2L * (workers - 1) * 240 / workers);
    }
  }

  /// In float32 the order of additions shows in the last bits.
  @Test
  void all_workers_have_the_same_bits() {
    var random = Seeds.random("bits");
    var own = new ArrayList<float[]>();
    for (int w = 0; w < 5; w++) {
      var numbers = new float[37];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (float) random.nextGaussian();
      }
      own.add(numbers);
    }
    var after = LocalRing.run(5, link -> reduced(link, own.get(link.rank())).sum());
    for (int rank = 1; rank < 5; rank++) {
      assertThat(after.get(rank)).as("rank %d beside rank 0", rank).isEqualTo(after.getFirst());
    }
  }
}
