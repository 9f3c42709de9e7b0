package tapeline.launch;

/// A request that cannot be met, in words for the learner.
final class LaunchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LaunchException(String message) {
    super(message);
  }
}
