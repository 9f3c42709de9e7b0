package tapeline.gpu.emulator;

/// Thrown by an instruction that cannot be carried out; the warp adds the names of places and
/// people.
final class Trap extends RuntimeException {
  private static final long serialVersionUID = 1;
  final FaultKind kind;

  /// `32 · instruction + lane`: compiled code passes it along at no cost.
  final int where;

  Trap(FaultKind kind, int where, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.where = where;
  }
}
