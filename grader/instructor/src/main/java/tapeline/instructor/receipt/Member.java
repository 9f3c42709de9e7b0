package tapeline.instructor.receipt;

/// A team, a student or an instructor of a class.
///
/// @param name as its manifests or the roster have it
/// @param shown how pages call it: a team's pseudonym, else the name
public record Member(int id, Kind kind, String name, String shown) {
  /// The kinds of members: a team hands in entries, a student homework, an instructor nothing.
  public enum Kind {
    TEAM,
    STUDENT,
    INSTRUCTOR;

    /// Returns the kind as rosters and the database have it.
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
