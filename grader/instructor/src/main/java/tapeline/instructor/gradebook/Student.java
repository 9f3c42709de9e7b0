package tapeline.instructor.gradebook;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Somebody whose homework is marked.
///
/// @param id what the class's list and the submissions call them
/// @param name empty where it is not known
/// @param email empty where it is not known
/// @param section empty where it is not known
/// @param submitted when they handed in; null where the list does not say
/// @param deadline their own; null where they have the class's
record Student(
    String id,
    String name,
    String email,
    String section,
    @Nullable Instant submitted,
    @Nullable Instant deadline) {

  /// Returns this student with this deadline.
  Student until(@Nullable Instant own) {
    return new Student(id, name, email, section, submitted, own);
  }

  static Student called(String id, String name) {
    return new Student(id, name, "", "", null, null);
  }
}
