package tapeline.gpu.emulator;

/// The ways to carry out the instructions.
public enum Engine {
  /// One instruction after another: slow, and by definition right.
  INTERPRETED,
  /// Straight runs of instructions are compiled to JVM bytecode first; the results are the same,
  /// bit for bit.
  COMPILED
}
