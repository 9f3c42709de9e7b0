package tapeline.grader.check;

import java.util.List;

/// Some checks that belong together.
///
/// @param name one word, for `-Dcheck=name`
/// @param about what they make sure of
/// @param apart whether they work in processes and copies of their own, beside the others
record CheckGroup(String name, String about, boolean apart, Run run) {
  CheckGroup(String name, String about, Run run) {
    this(name, about, false, run);
  }

  /// Does the checks.
  @FunctionalInterface
  interface Run {
    List<Outcome> outcomes() throws Exception;
  }
}
