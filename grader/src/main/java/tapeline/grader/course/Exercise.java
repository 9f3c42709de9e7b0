package tapeline.grader.course;

/// One exercise: a marked region of one source file of its module.
///
/// @param file the source file, relative to the module's folder, with `/` between names
public record Exercise(ExerciseId id, String title, int points, String file) {}
