package tapeline.gpu.compiler;

/// A compiler that is there and cannot be used: the message says which, and why.
final class UnusableCompiler extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnusableCompiler(String message) {
    super(message);
  }

  UnusableCompiler(String message, Throwable cause) {
    super(message, cause);
  }
}
