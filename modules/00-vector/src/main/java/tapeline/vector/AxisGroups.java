package tapeline.vector;

/// The axes of a row-major tensor that is reduced, neighbours of one kind merged: those that go and
/// those that stay, in turns.
///
/// The last group that goes is reduced first. Seen from it the tensor is (outer,n,inner).
public final class AxisGroups {
  private final int[] lengths;
  private final boolean[] goes;
  private int last = -1; // groups 0 … last are in use

  /// A group to reduce: (outer,n,inner) becomes (outer,inner).
  public record Group(int outer, int n, int inner) {}

  /// @param gone says of each axis whether it goes
  public AxisGroups(int[] axes, boolean[] gone) {
    lengths = new int[axes.length];
    goes = new boolean[axes.length];
    for (int k = 0; k < axes.length; k++) {
      if (axes[k] != 1) {
        append(axes[k], gone[k]);
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

  /// Returns whether no group goes any more.
  public boolean isDone() {
    return next() < 0;
  }

  private int next() {
    int group = last;
    while (group >= 0 && !goes[group]) {
      group--;
    }
    return group;
  }

  /// Returns the last group that goes, and takes it for reduced.
  public Group take() {
    int k = next();
    var group = new Group(product(0, k), lengths[k], product(k + 1, last + 1));
    lengths[k] = 1;
    goes[k] = false;
    return group;
  }

  private int product(int from, int to) {
    int product = 1;
    for (int k = from; k < to; k++) {
      product *= lengths[k];
    }
    return product;
  }
}
