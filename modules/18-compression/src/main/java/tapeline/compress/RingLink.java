package tapeline.compress;

/// A worker's place in a ring of workers: a way to the next one, and one from the one before.
/// Messages arrive whole, in their order.
public interface RingLink {
  /// Which worker this is, from 0.
  int rank();

  /// How many workers the ring has.
  int size();

  /// Sends a message to rank `(rank + 1) mod size`. Does not wait until it is received.
  void send(byte[] message);

  /// The next message from rank `(rank − 1) mod size`, when it has come.
  ///
  /// @throws IllegalStateException when none can come; the message names the rank that failed
  byte[] receive();

  /// Bytes of all messages sent so far.
  long bytesSent();
}
