package tapeline.gpu.emulator;

import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.SourceLine;

/// Something wrong with a kernel, and where: source line, block and thread.
public record Finding(
    FaultKind kind,
    String kernel,
    SourceLine source,
    Dim block,
    Dim thread,
    String message,
    Instruction instruction) {

  @Override
  public String toString() {
    return "%s: %s in %s, block %s, thread %s: %s"
        .formatted(source, kind, kernel, block, thread, message);
  }
}
