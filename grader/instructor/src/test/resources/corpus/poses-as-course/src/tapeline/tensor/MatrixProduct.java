package tapeline.tensor;

/// Takes the name of a class of the course, to be called in its place.
public final class MatrixProduct {
  private MatrixProduct() {}
}
