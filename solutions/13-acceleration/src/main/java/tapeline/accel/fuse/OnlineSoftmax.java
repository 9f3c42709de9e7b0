package tapeline.accel.fuse;

import java.util.Arrays;
import tapeline.vector.math.RowLoops;

/// The weighted mean `Σⱼ softmax(s)ⱼ·vⱼ` of rows v, whose scores s come block by block: no block is
/// seen twice, and the scores are never all there (Milakov and Gimelshein 2018, arXiv 1805.02867).
///
/// It keeps the largest score so far, the sum of the weights exp(s − max), and the sum of weight
/// times row. A larger score makes the old weights smaller by one common factor.
final class OnlineSoftmax {
  private final int width;
  private final float[] mean; // times sum, until it is handed out
  private float max;
  private float sum;

  OnlineSoftmax(int width) {
    this.width = width;
    this.mean = new float[width];
    clear();
  }

  /// Forgets all rows.
  void clear() {
    max = Float.NEGATIVE_INFINITY;
    sum = 0;
    Arrays.fill(mean, 0);
  }

  /// Takes n rows of values, one after the other in v from number row on, and their scores, from
  /// the first of s on; afterwards s has their weights relative to the largest score so far.
  void add(float[] s, float[] v, int row, int n) {
    float larger = Math.max(max, RowLoops.max(s, 0, n));
    if (larger == Float.NEGATIVE_INFINITY) {
      return; // all masked so far
    }
    // BEGIN SOLUTION 13.8 "online softmax" 15 points
    float shrink = (float) Math.exp(max - larger);
    sum = sum * shrink + RowLoops.expSum(s, 0, larger, s, 0, n);
    RowLoops.scale(mean, 0, shrink, width);
    for (int j = 0; j < n; j++) {
      RowLoops.addScaled(mean, 0, s[j], v, row + j * width, width);
    }
    max = larger;
    // STUB // TODO 13.8 — 7 lines. `sum` has the old weights exp(s − max), `mean` the rows times
    // STUB // these, and both shall have exp(s − larger): by what are they multiplied? Then the new
    // STUB // ones are added: RowLoops.expSum turns the scores in s into weights and gives their
    // STUB // sum, addScaled adds a row of v. At the end larger is the new max. What is the factor
    // STUB // in the first block, where max is −∞?
    // STUB throw new Todo("13.8", "online softmax");
    // END SOLUTION
  }

  /// Writes the mean, zeros when all scores were −∞. Returns `ln Σ exp(s)`.
  float into(float[] y, int to) {
    System.arraycopy(mean, 0, y, to, width);
    if (sum > 0 || Float.isNaN(sum)) {
      RowLoops.scale(y, to, 1 / sum, width);
    }
    return (float) (max + Math.log(sum));
  }
}
