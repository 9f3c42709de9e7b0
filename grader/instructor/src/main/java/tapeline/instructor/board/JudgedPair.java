package tapeline.instructor.board;

import java.util.HexFormat;
import tapeline.toolkit.Sha256;

/// A pair that is judged at once: an entry beside its event's baseline, or beside another entry.
///
/// @param event the hash of the event's text
/// @param entry the hash of the entry
/// @param against the hash of the other entry; empty for the baseline
public record JudgedPair(String event, String entry, String against) {
  /// Beside the event's baseline.
  public static JudgedPair withBaseline(String event, String entry) {
    return new JudgedPair(event, entry, "");
  }

  /// The seed of all that is drawn for this pair, whenever it is judged. A pair that is measured
  /// has a seed of its own. All that is counted in an event is counted on the same inputs: counts
  /// of different ones could not be compared.
  ///
  /// @param master the board's seed, which no team may know
  public long seed(long master, boolean counted) {
    var what = counted ? event : event + "\n" + entry + "\n" + against;
    return HexFormat.fromHexDigitsToLong(Sha256.of(master + "\n" + what), 0, 16);
  }

  /// Returns its name as an item that runners claim.
  public String item() {
    return String.join(" ", event, entry, against);
  }

  /// A short name for messages.
  public String shown() {
    return entry.substring(0, 12)
        + (against.isEmpty() ? "" : " beside " + against.substring(0, 12));
  }
}
