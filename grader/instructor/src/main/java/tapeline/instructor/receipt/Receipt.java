package tapeline.instructor.receipt;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/// A receipt: says of an upload what is known before any of it is run.
///
/// @param file the name that it had, made fit to be shown
/// @param hash SHA-256 of its bytes
/// @param received when the whole upload had come, by the server's clock
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

  /// Returns this receipt with a number.
  Receipt numbered(int number) {
    return new Receipt(number, member, file, hash, bytes, received, recognised, refused, leftOut);
  }

  public boolean isTaken() {
    return refused.isEmpty();
  }

  /// Returns the modules that a receipt of homework names as taken.
  public List<String> modules() {
    var named = recognised.replaceFirst(";.*", "");
    return MODULE.matcher(named).results().map(m -> m.group()).toList();
  }
}
