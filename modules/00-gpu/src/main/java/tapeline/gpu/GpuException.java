package tapeline.gpu;

/// A device that could not do what it was asked to: which call, the driver's name for the error,
/// and what that usually means.
public final class GpuException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String error;

  /// @param call the request, in a few words
  /// @param error the driver's name for it, as `CUDA_ERROR_OUT_OF_MEMORY`
  /// @param meaning its usual meaning, in a sentence
  public GpuException(String call, String error, String meaning) {
    super(call + ": " + error + ". " + meaning);
    this.error = error;
  }

  /// The driver's name for the error.
  public String error() {
    return error;
  }
}
