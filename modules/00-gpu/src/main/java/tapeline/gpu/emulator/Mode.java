package tapeline.gpu.emulator;

/// How closely a launch is watched. Each mode does what the one before does, and is slower.
public enum Mode {
  /// Only what ends a launch is noticed: bad addresses, bad barriers, endless loops.
  PLAIN(1L << 23),
  /// Counts instructions, memory requests and divergence by source line.
  COUNTERS(1L << 21),
  /// Also finds races and reads of uninitialised memory. Blocks run one after another.
  RACES(1L << 20);

  /// How many jumps a block may make before it counts as an endless loop: two or three seconds'
  /// worth.
  final long jumps;

  Mode(long jumps) {
    this.jumps = jumps;
  }
}
