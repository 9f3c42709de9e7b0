package tapeline.instructor.gradebook;

/// Somebody whose homework is marked.
///
/// @param id what the class's list and the submissions call them
/// @param name empty where it is not known
/// @param email empty where it is not known
/// @param section empty where it is not known
record Student(String id, String name, String email, String section) {
  static Student called(String id, String name) {
    return new Student(id, name, "", "");
  }
}
