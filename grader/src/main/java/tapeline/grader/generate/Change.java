package tapeline.grader.generate;

/// One difference between what is generated and what lies on disk.
///
/// @param path from the course's root, with `/` between names; a notebook's cell is
///   `notebooks/03-tape-reuse.ipynb#03.2`
public record Change(Kind kind, String path) {

  /// The ways in which [Generate#write] treats a difference.
  public enum Kind {
    /// The file is missing, or is what was generated before: it is written.
    WRITE("written", "out of date"),
    /// The file is not generated from any source and has no edits: it is removed.
    REMOVE("removed", "left over"),
    /// Somebody edited the file: it stays.
    KEEP("kept (edited)", "edited"),
    /// Somebody edited the file, and it is no longer generated: it stays.
    KEEP_LEFT_OVER("kept (edited, no longer in solutions)", "edited and left over");

    private final String done;
    private final String found;

    Kind(String done, String found) {
      this.done = done;
      this.found = found;
    }
  }

  /// The change that [Generate#write] made, in a line.
  public String done() {
    return kind.done + ": " + path;
  }

  /// The difference that [Generate#check] found, in a line.
  public String found() {
    return kind.found + ": " + path;
  }
}
