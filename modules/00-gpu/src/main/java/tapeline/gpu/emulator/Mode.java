package tapeline.gpu.emulator;

/// How closely a launch is watched. Each mode does what the one before does, and is slower.
public enum Mode {
  /// Only what ends a launch is noticed: bad addresses, bad barriers, endless loops.
  PLAIN,
  /// Counts instructions, memory requests and divergence by source line.
  COUNTERS,
  /// Also finds races and reads of uninitialised memory. Blocks run one after another.
  RACES
}
