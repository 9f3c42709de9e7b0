package tapeline.gpu.emulator;

/// A kernel did something no GPU can go on from. The launch ended; memory holds what was written
/// before.
public final class KernelFault extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final transient Finding finding;

  KernelFault(Finding finding) {
    super(finding.toString());
    this.finding = finding;
  }

  public Finding finding() {
    return finding;
  }
}
