package tapeline.vector;

/// A matrix inside an array: element (i, j) is `data[start + i·rowStep + j·columnStep]`. A
/// transposed view is one with the steps exchanged, so it needs no copy.
public record MatrixView(
    float[] data, int start, int rows, int columns, int rowStep, int columnStep) {

  /// Returns a view of all of a row-major array.
  public static MatrixView of(float[] data, int rows, int columns) {
    return new MatrixView(data, 0, rows, columns, columns, 1);
  }

  /// Returns the view with rows and columns exchanged, the data as it is.
  public MatrixView transpose() {
    return new MatrixView(data, start, columns, rows, columnStep, rowStep);
  }
}
