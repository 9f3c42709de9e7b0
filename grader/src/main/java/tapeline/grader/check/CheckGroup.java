package tapeline.grader.check;

import java.util.List;

/// Some checks that belong together.
///
/// @param name one word, for `-Dcheck=name`
/// @param about what they make sure of
/// @param lane beside which others they may run
record CheckGroup(String name, String about, Lane lane, Run run) {

  /// Groups of one lane run one after the other, and the lanes beside each other.
  enum Lane {
    /// They share this process's worker.
    WORKER,
    /// They share a copy of the course with a kernel of its own.
    NOTEBOOKS,
    /// They share nothing: the lane that is done first takes the next of them.
    EITHER
  }

  /// Does the checks.
  @FunctionalInterface
  interface Run {
    List<Outcome> outcomes() throws Exception;
  }
}
