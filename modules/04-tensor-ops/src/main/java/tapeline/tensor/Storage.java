package tapeline.tensor;

/// The numbers behind a tensor and all its views, and how often they were written in place.
final class Storage {
  final float[] values;
  int version;

  Storage(float[] values) {
    this.values = values;
  }
}
