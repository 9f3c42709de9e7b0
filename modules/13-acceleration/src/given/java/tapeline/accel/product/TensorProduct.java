package tapeline.accel.product;

import static tapeline.accel.fuse.Unwritten.strided;

import java.util.Arrays;
import tapeline.accel.fuse.Unwritten;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.vector.Shares;
import tapeline.vector.StridedArray;
import tapeline.vector.math.RowLoops;
import tapeline.vector.tile.StreamedProduct;
import tapeline.vector.tile.UnpackedProduct;

/// Products of tensors: which are packed, which are not, and what threads share.
///
/// A batch of contiguous A's with one B is one tall product; each pair of another batch is a
/// product of its own. One row by a matrix whose rows lie in order reads it once.
///
/// @param packed for the products that are worth it
/// @param arrays makes the results
public record TensorProduct(PackedProduct packed, Shares shares, Unwritten arrays) {
  private static final int SMALL = 8 * 8 * 8; // below, a view costs more than the product
  private static final int FMAS = 8; // products of numbers that take as long as an addition alone

  /// Returns whether A and B are matrices, or batches of them, that fit each other and are not
  /// small.
  public boolean suits(Tensor a, Tensor b) {
    return a.shape().rank() >= 2
        && b.shape().rank() >= 2
        && a.shape().length(-1) == b.shape().length(-2)
        && (long) a.shape().length(-2) * a.shape().length(-1) * b.shape().length(-1) >= SMALL
        && Shape.of(batch(a, b)).size() > 0;
  }

  /// Multiplies A and B, which [#suits].
  public Tensor of(Tensor a, Tensor b) {
    int m = a.shape().length(-2);
    int k = a.shape().length(-1);
    int n = b.shape().length(-1);
    var batch = batch(a, b);
    boolean isTall = b.shape().rank() == 2 && a.isContiguous();
    var left =
        isTall
            ? strided(a.reshape(a.shape().size() / k, k))
            : strided(a.expand(Shape.of(with(batch, m, k))));
    var first = left.matrix(0);
    var right = strided(b).matrix(0);
    boolean isRow = isTall && first.rows() == 1 && right.columnStep() == 1;
    boolean isPacked = !isRow && !UnpackedProduct.suits(first, right);
    var beside = isRow || isPacked || right.columnStep() == 1 ? b : inRows(b);
    var allB = strided(isTall ? beside : beside.expand(Shape.of(with(batch, k, n))));
    int pairs = isTall ? 1 : Shape.of(batch).size();
    var y = arrays.toWrite(Shape.of(with(batch, m, n)));
    if (isRow) {
      Arrays.fill(y.data(), 0);
      var row = Unwritten.range(a);
      shares.run(n, k, (j, end) -> RowLoops.addProduct(row, right, y.data(), j, end));
    } else if (isPacked) {
      for (int p = 0; p < pairs; p++) {
        packed.set(left.matrix(p), allB.matrix(p), y.data(), p * first.rows() * n);
      }
    } else {
      multiply(left, allB, pairs, y.data());
    }
    if (beside != b) {
      arrays.release(beside.data());
    }
    return y;
  }

  /// Multiplies pairs without packing: threads share the pairs, or the rows of one.
  private void multiply(StridedArray a, StridedArray b, int pairs, float[] y) {
    var first = a.matrix(0);
    int m = first.rows();
    int n = b.matrix(0).columns();
    int work = first.columns() * n / FMAS;
    if (pairs == 1) {
      var right = b.matrix(0);
      if (StreamedProduct.suits(first, right)) {
        var sums = arrays.toWrite(Shape.of(StreamedProduct.sums(first, right))).data();
        StreamedProduct.set(first, right, y, 0, sums, shares);
        arrays.release(sums);
        return;
      }
      shares.run(m, work, (i, end) -> UnpackedProduct.set(first, right, y, 0, i, end));
      return;
    }
    shares.run(
        pairs,
        m * work,
        (from, end) -> {
          for (int p = from; p < end; p++) {
            UnpackedProduct.set(a.matrix(p), b.matrix(p), y, p * m * n, 0, m);
          }
        });
  }

  /// Returns b, whose columns have numbers that are neighbours, in rows that do.
  private Tensor inRows(Tensor b) {
    var all = strided(b);
    var rows = arrays.toWrite(b.shape());
    int numbers = b.shape().length(-2) * b.shape().length(-1);
    for (int p = 0; p < rows.data().length / numbers; p++) {
      UnpackedProduct.inRows(all.matrix(p), rows.data(), p * numbers);
    }
    return rows;
  }

  private static int[] batch(Tensor a, Tensor b) {
    return batch(a).broadcast(batch(b)).toArray();
  }

  private static Shape batch(Tensor x) {
    return Shape.of(Arrays.copyOf(x.shape().toArray(), x.shape().rank() - 2));
  }

  private static int[] with(int[] batch, int rows, int columns) {
    var all = Arrays.copyOf(batch, batch.length + 2);
    all[batch.length] = rows;
    all[batch.length + 1] = columns;
    return all;
  }
}
