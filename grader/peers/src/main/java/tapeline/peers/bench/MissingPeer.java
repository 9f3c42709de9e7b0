package tapeline.peers.bench;

/// A peer is not to be had on this machine; its rows are left out.
final class MissingPeer extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String why;

  /// @param why in a sentence that says what is missing
  MissingPeer(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }
}
