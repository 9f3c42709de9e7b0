package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

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
  private static final Pattern MODULE = Pattern.compile("\\d\\d-[\\w-]+");

  /// A finding on an upload, before any of it is run.
  ///
  /// @param recognised as in a receipt
  /// @param refused as in a receipt
  /// @param since the same bytes have a receipt of their own from then on; [Instant#MIN] where any
  ///   that they have will do
  public record Finding(String recognised, String refused, Instant since) {}

  public boolean isTaken() {
    return refused.isEmpty();
  }

  /// Returns the modules that a receipt of homework names as taken.
  public List<String> modules() {
    var named = recognised.replaceFirst(";.*", "");
    return MODULE.matcher(named).results().map(m -> m.group()).toList();
  }
}
