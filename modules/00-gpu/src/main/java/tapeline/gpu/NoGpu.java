package tapeline.gpu;

/// Why no CUDA card can be used here: the rest of the sentence "No GPU: …".
public final class NoGpu extends Exception {
  private static final long serialVersionUID = 1;

  /// @param why as part of a sentence
  public NoGpu(String why) {
    super(why);
  }

  /// The reason, as part of a sentence.
  public String why() {
    return String.valueOf(getMessage());
  }
}
