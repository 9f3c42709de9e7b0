package tapeline.gpu.emulator.fault;

import tapeline.gpu.Dim3;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;

/// Something wrong with a kernel, and where: source line, block and thread.
///
/// @param message the rule, and the value that breaks it
public record Finding(
    FaultKind kind,
    String kernel,
    KernelLine source,
    Dim3 block,
    Dim3 thread,
    String message,
    Instruction instruction) {

  public Finding saying(String newMessage) {
    return new Finding(kind, kernel, source, block, thread, newMessage, instruction);
  }

  /// The kernel's own line as the top of a stack trace, for tools that show those: an IDE, a test
  /// report.
  public StackTraceElement frame() {
    String file = source.file().substring(source.file().lastIndexOf('/') + 1);
    return new StackTraceElement("cuda", kernel, file, source.line());
  }

  @Override
  public String toString() {
    return "%s: %s in %s, block %s, thread %s: %s. %s"
        .formatted(source, kind, kernel, block, thread, message, kind.advice());
  }
}
