package tapeline.competition.workload;

/// A perceptron that an entry has trained: 64 pixels, 64 hidden units with ReLU, 10 classes; read
/// in float64.
///
/// @param numbers the weights (64,64), the biases (64), the weights (64,10), the biases (10)
record Perceptron(float[] numbers) {
  private static final int HIDDEN = 64;
  private static final int CLASSES = 10;

  /// How many numbers it has.
  static final int NUMBERS = (ChangedDigits.PIXELS + 1) * HIDDEN + (HIDDEN + 1) * CLASSES;

  /// The label of each image (n,64); NaN where a class has no finite score.
  float[] labels(float[] images) {
    var labels = new float[images.length / ChangedDigits.PIXELS];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = label(images, i * ChangedDigits.PIXELS);
    }
    return labels;
  }

  private float label(float[] images, int at) {
    var hidden = new double[HIDDEN];
    for (int h = 0; h < HIDDEN; h++) {
      double sum = numbers[ChangedDigits.PIXELS * HIDDEN + h];
      for (int j = 0; j < ChangedDigits.PIXELS; j++) {
        sum += (double) images[at + j] * numbers[j * HIDDEN + h];
      }
      hidden[h] = sum > 0 || Double.isNaN(sum) ? sum : 0;
    }
    int weights = (ChangedDigits.PIXELS + 1) * HIDDEN;
    int biases = weights + HIDDEN * CLASSES;
    double most = Double.NEGATIVE_INFINITY;
    float label = Float.NaN;
    for (int c = 0; c < CLASSES; c++) {
      double score = numbers[biases + c];
      for (int h = 0; h < HIDDEN; h++) {
        score += hidden[h] * numbers[weights + h * CLASSES + c];
      }
      if (!Double.isFinite(score)) {
        return Float.NaN;
      }
      if (score > most) {
        most = score;
        label = c;
      }
    }
    return label;
  }
}
