package tapeline.instructor.receipt;

import java.time.Instant;

/// A receipt: says of an upload what is known before any of it is run.
///
/// @param file the name that it had, made fit to be shown
/// @param hash SHA-256 of its bytes
/// @param received by the server's clock, after each earlier receipt
/// @param recognised an entry's event and name, or the modules of homework
/// @param refused why it does not count; empty when it was taken
/// @param leftOut why the last run of the leaderboard did not take it in; empty where it did
public record Receipt(
    int id,
    int member,
    String file,
    String hash,
    long bytes,
    Instant received,
    String recognised,
    String refused,
    String leftOut) {
  public boolean isTaken() {
    return refused.isEmpty();
  }
}
