package tapeline.grader.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why something did not pass.
///
/// @param text what was called, expected and got, or what the compiler said; may have many lines
/// @param at the place in the learner's file to look at first, where one is known
/// @param frames the stack's lines in the course's code and its tests, innermost first
public record Problem(String text, @Nullable SourceLine at, List<String> frames) {
  /// The first line of the text that is not blank.
  public String headline() {
    return text.lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
  }
}
