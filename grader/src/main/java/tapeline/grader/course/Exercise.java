package tapeline.grader.course;

/// One exercise: a marked region of one source file of its module.
///
/// @param core whether it belongs to the core path, the third of the course that is enough to go on
/// @param file the source file, relative to the module's folder, with `/` between names
public record Exercise(ExerciseId id, String title, int points, boolean core, String file) {}
