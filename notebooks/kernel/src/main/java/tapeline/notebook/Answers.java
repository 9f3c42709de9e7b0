package tapeline.notebook;

import java.util.List;
import tapeline.notebook.Shown.Tone;

/// Sentences that several commands say.
final class Answers {
  private Answers() {}

  /// Says which cells to run again.
  static void addLost(Shown shown, List<String> variables) {
    if (!variables.isEmpty()) {
      shown.line(
          Tone.PLAIN,
          "Run again the cells that set %s: their classes are new."
              .formatted(String.join(", ", variables)));
    }
  }
}
