package tapeline.competition;

/// The quantity that an event ranks by. Of each, less is better.
public enum Metric {
  /// Nanoseconds an answer, compared with the baseline's in turns.
  TIME("ns"),
  /// The 99th percentile of the latency when queries arrive at random, ns; compared in turns.
  LATENCY("ns"),
  /// Nanoseconds of a kernel by the clock of the GPU that runs it, compared with the baseline's in
  /// turns. There has to be a GPU.
  DEVICE_TIME("ns"),
  /// Bytes of the entry: all its classes and files, compressed.
  SIZE("bytes"),
  /// Sectors of 32 bytes that a kernel moves between the GPU and its memory.
  TRAFFIC("sectors");

  private final String unit;

  Metric(String unit) {
    this.unit = unit;
  }

  /// Its unit.
  public String unit() {
    return unit;
  }

  /// Returns whether it is counted, and the same whenever it is counted, or measured by a clock.
  public boolean isCounted() {
    return this == SIZE || this == TRAFFIC;
  }
}
