package tapeline.compress;

/// Computes the time of a message by the simplest model of a network: `latency + bytes/rate`
/// (Hockney 1994). Workers of a ring send at the same time.
///
/// @param latency seconds a message
/// @param bitsPerSecond each way, of each worker
public record WireTime(double latency, double bitsPerSecond) {
  /// Returns the seconds of one message.
  public double message(double bytes) {
    return latency + 8 * bytes / bitsPerSecond;
  }

  /// Returns the seconds of [RingAllReduce#sum] over `workers`, each with an array of these bytes.
  public double allReduce(int workers, double bytes) {
    return 2 * (workers - 1) * message(bytes / workers);
  }

  /// Returns the seconds of [RingAllReduce#gather] over `workers`, each with a message of these
  /// bytes.
  public double gather(int workers, double bytes) {
    return (workers - 1) * message(bytes);
  }
}
