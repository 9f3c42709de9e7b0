package tapeline.grader.course;

/// Where the learner types: a command reads differently in a terminal and in a notebook.
public enum Front {
  TERMINAL,
  NOTEBOOK;

  /// The command that grades a module: `mvn -pl grader test -Dmodule=3` or `%grade 03`.
  public String grade(int module) {
    return switch (this) {
      case TERMINAL -> command("module", "" + module);
      case NOTEBOOK -> command("grade", "%02d".formatted(module));
    };
  }

  /// The command that grades an exercise: `mvn -pl grader test -Dmodule=03.2` or `%grade 03.2`.
  public String grade(ExerciseId id) {
    return switch (this) {
      case TERMINAL -> command("module", "" + id);
      case NOTEBOOK -> command("grade", "" + id);
    };
  }

  /// A whole command: `mvn -pl grader test -Dhint=03.2` or `%hint 03.2`.
  public String command(String name, String value) {
    return switch (this) {
      case TERMINAL -> "mvn -pl grader test " + option(name, value);
      case NOTEBOOK -> option(name, value);
    };
  }

  /// An option as its user types it: `-Dhint=03.2` or `%hint 03.2`.
  public String option(String name, String value) {
    return switch (this) {
      case TERMINAL -> "-D" + name + "=" + value;
      case NOTEBOOK -> "%" + name + " " + value;
    };
  }
}
