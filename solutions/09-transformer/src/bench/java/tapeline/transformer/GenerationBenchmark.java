package tapeline.transformer;

import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// How much does the cache save? `n` tokens after one, by a model of one block with a context of
/// 256, width 32, 4 heads, 75 characters; batch 1.
///
/// With a cache a token costs its own way through the weights, and n keys and values to look at; a
/// text of n tokens costs O(n) of the first and O(n²) of the second. Without, O(n²) and O(n³).
/// Prediction: at n = 16 the cache is twice as fast, not eight times, because a product with one
/// row runs slower than one with many; at n = 256 it is thirty times as fast.
///
/// Run: `mvn -pl grader test -Dmodule=9 -Dbench=GenerationBenchmark`
public class GenerationBenchmark extends TransformerBenchmark {
  @Param({"16", "64", "255"})
  int n;

  private final CharModel model = new CharModel(new CharModel.Size(75, 256, 32, 4, 1), random);
  private final Sampler sampler = new Sampler(model, 1);

  /// The tokens must be the same.
  @Setup
  public void check() {
    if (!Arrays.equals(cached(), uncached())) {
      throw new IllegalStateException("the cache gives other tokens: that is not timed");
    }
  }

  @Benchmark
  public int[] uncached() {
    return sampler.uncached(new int[] {7}, n, new Random(1));
  }

  @Benchmark
  public int[] uncachedAgain() {
    return uncached();
  }

  @Benchmark
  public int[] cached() {
    return sampler.cached(new int[] {7}, n, new Random(1));
  }
}
