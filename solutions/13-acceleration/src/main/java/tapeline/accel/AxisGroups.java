package tapeline.accel;

import java.util.Arrays;
import tapeline.tensor.Shape;

/// The axes of a row-major tensor that is reduced, neighbours of one kind merged: those that go and
/// those that stay, in turns.
///
/// The last group that goes is reduced first. Seen from it the tensor is (outer,n,inner).
final class AxisGroups {
  private final int[] lengths;
  private final boolean[] goes;
  private int last = -1; // groups 0 … last are in use

  /// @param axes that go; all when there are none
  /// @throws IllegalArgumentException when an axis does not exist
  AxisGroups(Shape shape, int... axes) {
    var gone = new boolean[shape.rank()];
    if (axes.length == 0) {
      Arrays.fill(gone, true);
    }
    for (int axis : axes) {
      gone[shape.axis(axis)] = true;
    }
    lengths = new int[gone.length];
    goes = new boolean[gone.length];
    for (int k = 0; k < gone.length; k++) {
      if (shape.length(k) != 1) {
        append(shape.length(k), gone[k]);
      }
    }
  }

  private void append(int n, boolean gone) {
    if (last >= 0 && goes[last] == gone) {
      lengths[last] *= n;
    } else {
      last++;
      lengths[last] = n;
      goes[last] = gone;
    }
  }

  /// Returns the last group that goes, or −1.
  int next() {
    int group = last;
    while (group >= 0 && !goes[group]) {
      group--;
    }
    return group;
  }

  int length(int group) {
    return lengths[group];
  }

  /// Returns how many there are of what lies within the group.
  int outer(int group) {
    return product(0, group);
  }

  /// Returns how many numbers lie between neighbours along the group.
  int inner(int group) {
    return product(group + 1, last + 1);
  }

  private int product(int from, int to) {
    int product = 1;
    for (int k = from; k < to; k++) {
      product *= lengths[k];
    }
    return product;
  }

  /// Marks the group as reduced.
  void reduced(int group) {
    lengths[group] = 1;
    goes[group] = false;
  }
}
