package tapeline.tests.tensor;

import java.util.Arrays;
import java.util.Random;
import tapeline.tensor.Tensor;

/// Random shapes and views.
final class RandomViews {
  private RandomViews() {}

  /// Lengths from `low` to `high`, both included.
  static int[] lengths(Random random, int rank, int low, int high) {
    var lengths = new int[rank];
    Arrays.setAll(lengths, _ -> low + random.nextInt(high - low + 1));
    return lengths;
  }

  /// The lengths of an operand that broadcasting stretches to `wide`: some axes have length 1, and
  /// some in front are missing.
  static int[] narrow(Random random, int... wide) {
    var lengths = Arrays.copyOfRange(wide, random.nextInt(wide.length + 1), wide.length);
    for (int k = 0; k < lengths.length; k++) {
      lengths[k] = random.nextInt(3) == 0 ? 1 : lengths[k];
    }
    return lengths;
  }

  /// Normal numbers in a view that is cut from something larger, with its axes in another order.
  static Tensor view(Random random, int... lengths) {
    int rank = lengths.length;
    var order = new int[rank]; // axis k of the view is axis order[k] of the larger tensor
    for (int k = 0; k < rank; k++) {
      int other = random.nextInt(k + 1);
      order[k] = order[other];
      order[other] = k;
    }
    var before = new int[rank];
    var large = new int[rank];
    for (int k = 0; k < rank; k++) {
      before[order[k]] = random.nextInt(2);
      large[order[k]] = before[order[k]] + lengths[k] + random.nextInt(2);
    }
    var view = Tensor.normal(random, large);
    for (int k = 0; k < rank; k++) {
      int from = before[order[k]];
      view = view.slice(order[k], from, from + lengths[k]);
    }
    return view.permute(order);
  }
}
