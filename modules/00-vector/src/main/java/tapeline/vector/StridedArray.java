package tapeline.vector;

/// Numbers along axes inside an array: element (i, j, …) is `data[start + i·steps[0] + j·steps[1] +
/// …]`. A step of 0 repeats one number.
public record StridedArray(float[] data, int start, int[] lengths, int[] steps) {

  /// Returns matrix number p, in row-major order, of those along the last two axes.
  public MatrixView matrix(int p) {
    int rows = lengths.length - 2;
    int at = start;
    int rest = p;
    for (int axis = rows - 1; axis >= 0; axis--) {
      at += rest % lengths[axis] * steps[axis];
      rest /= lengths[axis];
    }
    return new MatrixView(data, at, lengths[rows], lengths[rows + 1], steps[rows], steps[rows + 1]);
  }
}
