package tapeline.gpu.emulator.fault;

/// Ends a launch: something that no GPU can go on from.
public final class LaunchFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Finding finding;

  public LaunchFault(Finding finding) {
    super(finding.toString(), null, false, false);
    this.finding = finding;
  }

  /// The fault, with its line, its block and its thread.
  public Finding finding() {
    return finding;
  }
}
