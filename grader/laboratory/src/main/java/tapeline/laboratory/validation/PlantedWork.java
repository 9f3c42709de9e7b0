package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import tapeline.bench.compare.Workload;

/// Work in pieces that are counted: a unit is 200 of them, and as many more as the JVM was told by
/// `-Dtapeline.extra`. One more makes it 0.5 % slower, four more 2 %, and nothing sleeps.
///
/// The pieces beyond the 200th repeat the first ones, and what a unit returns is the largest of
/// their results. So it depends on every piece, and yet is the same with and without the extra.
public abstract class PlantedWork implements Workload {
  /// The pieces of a unit without extra.
  public static final int PIECES = 200;

  private final int[] pieces;
  private long done;

  PlantedWork() {
    // Their numbers in an array: a loop over it is compiled alike, however many there are.
    pieces = new int[PIECES + Integer.getInteger("tapeline.extra", 0)];
    Arrays.setAll(pieces, i -> i % PIECES);
  }

  /// The flag by which a JVM is told how many pieces more a unit has.
  public static String flag(int extra) {
    return "-Dtapeline.extra=" + extra;
  }

  /// Does piece `i` of the unit, from 0: with one input, always the same.
  abstract double piece(int i);

  @Override
  public final double run(int units) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int unit = 0; unit < units; unit++) {
      for (int i : pieces) {
        largest = Math.max(largest, piece(i));
      }
    }
    done += (long) units * pieces.length;
    return largest;
  }

  /// How many pieces were done so far.
  public final long done() {
    return done;
  }

  /// Steps of a generator, each of which needs the one before: arithmetic, and no memory.
  public static final class Arithmetic extends PlantedWork {
    private long seed;

    @Override
    public void prepare(long seed) {
      this.seed = seed;
    }

    @Override
    double piece(int i) {
      long x = seed + i;
      for (int k = 0; k < 32; k++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      return x >>> 11;
    }
  }

  /// A list of boxed numbers, made and sorted: allocation, branches, and calls.
  public static final class Sorting extends PlantedWork {
    private final int[] numbers = new int[256];

    @Override
    public void prepare(long seed) {
      var random = new SplittableRandom(seed);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = random.nextInt();
      }
    }

    @Override
    double piece(int i) {
      var list = new ArrayList<Integer>();
      for (int k = 0; k < 16; k++) {
        list.add(numbers[i + k & 255]);
      }
      Collections.sort(list);
      return list.get(8);
    }
  }

  /// A product of two matrices (12,12) in `float32`: arrays and vector instructions.
  public static final class Matmul extends PlantedWork {
    private static final int N = 12;
    private final float[] a = new float[N * N];
    private final float[] b = new float[N * N];
    private final float[] y = new float[N * N];

    @Override
    public void prepare(long seed) {
      var random = new SplittableRandom(seed);
      for (int i = 0; i < a.length; i++) {
        a[i] = (float) random.nextDouble();
        b[i] = (float) random.nextDouble();
      }
    }

    @Override
    double piece(int i) {
      a[0] = i;
      Arrays.fill(y, 0);
      for (int r = 0; r < N; r++) {
        for (int k = 0; k < N; k++) {
          float x = a[r * N + k];
          for (int c = 0; c < N; c++) {
            y[r * N + c] += x * b[k * N + c];
          }
        }
      }
      return y[i % (N * N)];
    }
  }
}
