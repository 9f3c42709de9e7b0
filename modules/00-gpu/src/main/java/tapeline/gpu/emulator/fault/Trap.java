package tapeline.gpu.emulator.fault;

/// Thrown by an instruction that cannot be carried out; the warp adds the names of places and
/// people.
public final class Trap extends RuntimeException {
  private static final long serialVersionUID = 1;
  public final FaultKind kind;

  /// `32 · instruction + lane`: compiled code passes it along at no cost.
  public final int where;

  public Trap(FaultKind kind, int where, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.where = where;
  }
}
