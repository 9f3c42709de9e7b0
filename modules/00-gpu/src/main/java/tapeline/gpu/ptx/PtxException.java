package tapeline.gpu.ptx;

/// PTX that cannot be read, or that asks for something outside the emulated subset. The message
/// names the line of the PTX text.
public final class PtxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PtxException(int line, String message) {
    super("PTX line " + line + ": " + message);
  }

  public PtxException(Instruction instruction, String message) {
    super("%s: %s: %s".formatted(instruction.source(), instruction, message));
  }
}
