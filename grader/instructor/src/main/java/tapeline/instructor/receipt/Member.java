package tapeline.instructor.receipt;

/// A team or a student of a class.
///
/// @param name as its manifests or the roster have it
/// @param shown how pages call it: a team's pseudonym, else the name
public record Member(int id, Kind kind, String name, String shown) {
  /// The kinds of members: a team hands in entries, a student homework.
  public enum Kind {
    TEAM,
    STUDENT;

    /// Returns the kind as rosters and the database have it.
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
