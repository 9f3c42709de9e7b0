package tapeline.tensor;

import java.util.Arrays;
import java.util.stream.Collectors;

/// The lengths of a tensor's axes, outermost first: `(2,3)` is two rows of three, `()` a scalar.
///
/// A length may be 0: such a tensor has axes, but no elements. Where an axis is asked for, −1 is
/// the last one, −2 the one before.
public final class Shape {
  private static final long TOO_MANY = 1L << 31;

  /// No axes: one element.
  public static final Shape SCALAR = new Shape();

  private final int[] lengths;
  private final int size;

  private Shape(int... lengths) {
    this.lengths = lengths;
    long elements = 1;
    for (int n : lengths) {
      if (n < 0) {
        throw new IllegalArgumentException("an axis has a length ≥ 0, got " + text(lengths));
      }
      elements = Math.min(elements * n, TOO_MANY); // a 0 may still come
    }
    if (elements == TOO_MANY) {
      throw new IllegalArgumentException(
          "a tensor holds at most 2³¹ − 1 elements, got " + text(lengths));
    }
    this.size = (int) elements;
  }

  /// The shape of these lengths.
  ///
  /// @throws IllegalArgumentException for a negative length, or more than 2³¹ − 1 elements
  public static Shape of(int... lengths) {
    return new Shape(lengths.clone());
  }

  /// How many axes.
  public int rank() {
    return lengths.length;
  }

  /// How many elements: the product of the lengths.
  public int size() {
    return size;
  }

  /// The length of an axis.
  public int length(int axis) {
    return lengths[axis(axis)];
  }

  /// The lengths, as a new array.
  public int[] toArray() {
    return lengths.clone();
  }

  /// The axis counted from the front: −1 becomes `rank() − 1`.
  ///
  /// @throws IllegalArgumentException when there is none such
  public int axis(int axis) {
    int fromFront = axis < 0 ? axis + rank() : axis;
    if (fromFront < 0 || fromFront >= rank()) {
      throw new IllegalArgumentException(
          rank() == 0
              ? "a scalar, (), has no axes, got axis " + axis
              : "%s has the axes %d to %d, got %d".formatted(this, -rank(), rank() - 1, axis));
    }
    return fromFront;
  }

  /// How far apart in memory neighbours along each axis are, when elements lie in row-major order:
  /// `(2,3,4)` has strides 12, 4, 1. In elements, not bytes.
  public int[] strides() {
    // BEGIN SOLUTION 04.1 "row-major strides" 10 points, core
    var strides = new int[rank()];
    int step = 1;
    for (int k = rank() - 1; k >= 0; k--) {
      strides[k] = step;
      step *= lengths[k];
    }
    return strides;
    // STUB // TODO 04.1 — 7 lines. Along the last axis neighbours are 1 apart. How far apart are
    // STUB // two rows, and what does that say of the axis before?
    // STUB throw new Todo("04.1", "strides");
    // END SOLUTION
  }

  /// The shape that `this` and `other` are both stretched to by an op on their elements.
  ///
  /// NumPy's rule: line the axes up from the last one. Two lengths go together when they are equal
  /// or one of them is 1, which is stretched to the other; a missing axis counts as 1.
  ///
  /// @throws IllegalArgumentException when two lengths do not go together, naming both shapes
  public Shape broadcast(Shape other) {
    // BEGIN SOLUTION 04.2 "broadcasting" 15 points, core
    var joint = new int[Math.max(rank(), other.rank())];
    for (int k = 1; k <= joint.length; k++) {
      int m = k <= rank() ? length(-k) : 1;
      int n = k <= other.rank() ? other.length(-k) : 1;
      if (m != n && m != 1 && n != 1) {
        throw new IllegalArgumentException(
            "broadcasting needs equal lengths, or 1, from the last axis on, got %s and %s"
                .formatted(this, other));
      }
      joint[joint.length - k] = m == 1 ? n : m;
    }
    return new Shape(joint);
    // STUB // TODO 04.2 — 12 lines. Walk both shapes from their last axes to the longer one's
    // STUB // first. Is max(m, n) right where one length is 0 and the other 1? The error names both
    // STUB // shapes: "broadcasting needs equal lengths, or 1, from the last axis on, got … and …".
    // STUB throw new Todo("04.2", "broadcast");
    // END SOLUTION
  }

  /// The axes before `axis`.
  Shape leading(int axis) {
    return new Shape(Arrays.copyOf(lengths, axis(axis)));
  }

  /// These axes, and more behind them.
  Shape append(int... more) {
    var all = Arrays.copyOf(lengths, rank() + more.length);
    System.arraycopy(more, 0, all, rank(), more.length);
    return new Shape(all);
  }

  /// The shape after these axes were reduced: their lengths become 1, or, without `keep`, they go.
  /// No axes means all of them.
  ///
  /// @throws IllegalArgumentException when an axis does not exist or comes twice
  public Shape reduced(boolean keep, int... axes) {
    var gone = reducing(axes);
    var left = new int[rank()];
    int count = 0;
    for (int k = 0; k < rank(); k++) {
      if (!gone[k] || keep) {
        left[count++] = gone[k] ? 1 : lengths[k];
      }
    }
    return new Shape(Arrays.copyOf(left, count));
  }

  /// Which axes are among `axes`; all of them when `axes` is empty.
  boolean[] reducing(int... axes) {
    var gone = new boolean[rank()];
    Arrays.fill(gone, axes.length == 0);
    for (int a : axes) {
      if (gone[axis(a)]) {
        throw new IllegalArgumentException(
            "%s is reduced along an axis once, got axes %s".formatted(this, Arrays.toString(axes)));
      }
      gone[axis(a)] = true;
    }
    return gone;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Shape s && Arrays.equals(lengths, s.lengths);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(lengths);
  }

  /// For example `(2,3)`; `()` for a scalar.
  @Override
  public String toString() {
    return text(lengths);
  }

  private static String text(int[] lengths) {
    return Arrays.stream(lengths)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "(", ")"));
  }
}
