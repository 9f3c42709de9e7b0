package tapeline.grader.course;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One numbered module: its folder's name, and its exercises in the order of their numbers. Two are
/// equal when their names are.
public final class CourseModule {
  private final int number;
  private final String name;
  private final Supplier<List<Exercise>> reader;
  private volatile @Nullable List<Exercise> exercises;

  /// @param name the folder's name, for example `03-tape-reuse`
  public CourseModule(int number, String name, List<Exercise> exercises) {
    this(number, name, () -> exercises);
  }

  /// A module whose exercises are read when somebody asks for them: a grading asks for those of one
  /// module, and there are twenty.
  CourseModule(int number, String name, Supplier<List<Exercise>> reader) {
    this.number = number;
    this.name = name;
    this.reader = reader;
  }

  public int number() {
    return number;
  }

  public String name() {
    return name;
  }

  /// The exercises, read the first time.
  ///
  /// @throws MarkerException when a marker in the module's files is not well formed
  public List<Exercise> exercises() {
    var read = exercises;
    if (read == null) {
      read = List.copyOf(reader.get());
      exercises = read;
    }
    return read;
  }

  /// Two digits, for example `03`.
  public String id() {
    return String.format(Locale.ROOT, "%02d", number);
  }

  /// The sum of the exercises' points.
  public int points() {
    return exercises().stream().mapToInt(Exercise::points).sum();
  }

  /// The exercises on the core path.
  public List<Exercise> core() {
    return exercises().stream().filter(Exercise::core).toList();
  }

  /// Says which exercises are on the core path, in a sentence.
  public String corePath() {
    var core = core().stream().map(e -> "" + e.id()).collect(Collectors.joining(", "));
    return core.isEmpty()
        ? "The core path skips this module."
        : core().size() == exercises().size()
            ? "All of this module is on the core path."
            : "On the core path are %s; the other exercises may be skipped.".formatted(core);
  }

  /// The exercise of this number.
  ///
  /// @throws IllegalArgumentException when the module has none, naming those it has
  public Exercise exercise(ExerciseId id) {
    return exercises().stream()
        .filter(e -> e.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "module %s has no exercise %s; it has %s"
                    .formatted(name, id, exercises().stream().map(Exercise::id).toList())));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CourseModule module && module.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
