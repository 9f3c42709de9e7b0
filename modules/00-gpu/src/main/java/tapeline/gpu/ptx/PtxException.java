package tapeline.gpu.ptx;

/// PTX that cannot be read, that lacks a definition, or that asks for something outside the
/// emulated subset. The message names the line of the PTX text where it is known.
public final class PtxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PtxException(String message) {
    super(message);
  }

  public PtxException(int line, String message) {
    super("PTX line " + line + ": " + message);
  }

  public PtxException(Instruction instruction, String message) {
    super("%s: %s: %s".formatted(instruction.source(), instruction, message));
  }
}
