package tapeline.gpu.program;

import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.PtxException;

/// An answer that is an error, with what there is to say of it.
final class RefusedRequest extends RuntimeException {
  private static final long serialVersionUID = 1;
  final RuntimeError error;

  /// The line of a kernel with which the message begins, or unknown.
  final transient KernelLine source;

  RefusedRequest(RuntimeError error, String message) {
    this(error, message, KernelLine.UNKNOWN);
  }

  RefusedRequest(PtxException outside) {
    this(RuntimeError.INVALID_PTX, String.valueOf(outside.getMessage()), outside.source());
  }

  private RefusedRequest(RuntimeError error, String message, KernelLine source) {
    super(message, null, false, false);
    this.error = error;
    this.source = source;
  }
}
