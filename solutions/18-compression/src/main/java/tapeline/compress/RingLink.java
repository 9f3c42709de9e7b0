package tapeline.compress;

/// Connects a worker to its ring: it sends to the next worker, and receives from the one before.
/// Messages arrive whole, in their order.
public interface RingLink {
  /// Returns the number of this worker, from 0.
  int rank();

  /// Returns the number of workers in the ring.
  int size();

  /// Sends a message to rank `(rank + 1) mod size`. Does not wait until it is received.
  void send(byte[] message);

  /// Waits for the next message from rank `(rank − 1) mod size`, and returns it.
  ///
  /// @throws IllegalStateException when none can come; the message names the rank that failed
  byte[] receive();

  /// Returns the bytes of all messages sent so far.
  long bytesSent();
}
