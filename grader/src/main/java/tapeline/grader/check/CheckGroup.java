package tapeline.grader.check;

import java.util.List;

/// Some checks that belong together.
///
/// @param name one word, for `-Dcheck=name`
/// @param about what they make sure of
record CheckGroup(String name, String about, Run run) {

  /// Does the checks.
  @FunctionalInterface
  interface Run {
    List<Outcome> outcomes() throws Exception;
  }
}
