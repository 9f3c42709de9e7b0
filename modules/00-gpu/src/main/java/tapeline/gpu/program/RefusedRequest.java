package tapeline.gpu.program;

/// An answer that is an error, with what there is to say of it.
final class RefusedRequest extends RuntimeException {
  private static final long serialVersionUID = 1;
  final RuntimeError error;

  RefusedRequest(RuntimeError error, String message) {
    super(message, null, false, false);
    this.error = error;
  }
}
