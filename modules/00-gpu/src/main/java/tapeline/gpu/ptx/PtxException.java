package tapeline.gpu.ptx;

/// PTX that cannot be read, that lacks a definition, or that asks for something outside the
/// emulated subset. The message names the line of its source where it is known, or else of the PTX.
public final class PtxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient KernelLine source;

  public PtxException(String message) {
    super(message);
    source = KernelLine.UNKNOWN;
  }

  public PtxException(int line, String message) {
    this("PTX line " + line + ": " + message);
  }

  public PtxException(Instruction instruction, String message) {
    this(instruction.source(), instruction + ": " + message);
  }

  PtxException(KernelLine source, String message) {
    super(source + ": " + message);
    this.source = source;
  }

  /// Returns the line of the source with which the message begins; unknown where it names none.
  public KernelLine source() {
    return source;
  }
}
