package tapeline.peers.golden;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// The random inputs of a case: always the same for one name.
///
/// Tensors come in random layouts: row-major, permuted, cut out of a larger one, stretched.
final class Draw {
  private static final int LONGEST = 6;

  private final SplittableRandom random;

  Draw(String name) {
    this.random = new SplittableRandom(name.hashCode());
  }

  SplittableRandom random() {
    return random;
  }

  /// From `low` to `high`, both included.
  int number(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  boolean chance(double p) {
    return random.nextDouble() < p;
  }

  /// Lengths of which each third is 1, the others up to 6.
  int[] shape(int leastRank, int mostRank) {
    var lengths = new int[number(leastRank, mostRank)];
    Arrays.setAll(lengths, _ -> length());
    return lengths;
  }

  /// 1, or up to 6.
  int length() {
    return chance(1.0 / 3) ? 1 : number(2, LONGEST);
  }

  /// A shape that broadcasts to `wide`: without some axes in front, and with lengths of 1.
  int[] narrow(int... wide) {
    var lengths = Arrays.copyOfRange(wide, number(0, wide.length), wide.length);
    Arrays.setAll(lengths, k -> chance(1.0 / 3) ? 1 : lengths[k]);
    return lengths;
  }

  /// Some of the axes 0 to rank − 1, in order; none means all.
  int[] axes(int rank) {
    return IntStream.range(0, rank).filter(_ -> chance(0.5)).toArray();
  }

  /// 0 to n − 1 in another order.
  int[] order(int n) {
    var order = IntStream.range(0, n).toArray();
    for (int i = n - 1; i > 0; i--) {
      int j = number(0, i);
      int t = order[i];
      order[i] = order[j];
      order[j] = t;
    }
    return order;
  }

  /// n numbers from 0 to below `limit`.
  int[] below(int limit, int n) {
    return random.ints(n, 0, limit).toArray();
  }

  /// Normal, mean 0, variance 1.
  Tensor normal(int... shape) {
    return laidOut(Tensor.normal(random, shape), true);
  }

  /// Normal and, but for rounding, all different.
  Tensor distinct(int... shape) {
    return laidOut(Tensor.normal(random, shape), false);
  }

  /// Uniform.
  Tensor uniform(float low, float high, int... shape) {
    return laidOut(Tensor.uniform(random, low, high, shape), true);
  }

  /// From 0.5 to 2, of either sign.
  Tensor awayFromZero(int... shape) {
    var t = Tensor.uniform(random, 0.5f, 2, shape);
    for (int i = 0; i < t.data().length; i++) {
      t.data()[i] *= chance(0.5) ? 1 : -1;
    }
    return laidOut(t, true);
  }

  /// Random values for all parameters, also for those that start from 0 or 1, of this standard
  /// deviation.
  void fill(List<Parameter> parameters, float deviation) {
    for (var p : parameters) {
      p.value().assign(Tensor.normal(random, p.value().shape().toArray()).times(deviation));
    }
  }

  private Tensor laidOut(Tensor t, boolean mayRepeat) {
    int rank = t.shape().rank();
    return switch (rank == 0 ? 0 : number(0, mayRepeat ? 3 : 2)) {
      case 0 -> t;
      case 1 -> permuted(t, order(rank));
      case 2 -> cutOut(t, number(0, rank - 1));
      default -> t.slice(number(0, rank - 1), 0, 1).expand(t.shape());
    };
  }

  private static Tensor permuted(Tensor t, int... order) {
    var back = new int[order.length];
    for (int k = 0; k < order.length; k++) {
      back[order[k]] = k;
    }
    return t.permute(order).copy().permute(back);
  }

  private static Tensor cutOut(Tensor t, int axis) {
    var lengths = t.shape().toArray();
    lengths[axis] += 3;
    var inner = Tensor.full(Float.NaN, lengths).slice(axis, 1, lengths[axis] - 2);
    inner.assign(t);
    return inner;
  }
}
