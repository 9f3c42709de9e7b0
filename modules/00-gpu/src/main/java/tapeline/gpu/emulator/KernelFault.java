package tapeline.gpu.emulator;

import tapeline.gpu.emulator.fault.Finding;

/// A kernel did something wrong that no GPU can go on from.
///
/// The launch ended there; memory holds what was written before. The first line of the stack trace
/// is the kernel's own, `cuda.transpose(transpose.cu:12)`.
public final class KernelFault extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final transient Finding finding;

  KernelFault(Finding finding) {
    super(finding.toString());
    this.finding = finding;
    var java = getStackTrace();
    var all = new StackTraceElement[java.length + 1];
    all[0] = finding.frame();
    System.arraycopy(java, 0, all, 1, java.length);
    setStackTrace(all);
  }

  public Finding finding() {
    return finding;
  }
}
