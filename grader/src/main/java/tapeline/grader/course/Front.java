package tapeline.grader.course;

/// The place where the learner types. A command is written in the form in which it can be typed
/// there.
public enum Front {
  /// A shell in which Maven was started: `mvn -pl grader test -Dhint=03.2`.
  MAVEN,
  /// A shell in which the launcher was started: `./tapeline hint 03.2`.
  LAUNCHER,
  /// A notebook: `%hint 03.2`.
  NOTEBOOK;

  /// The environment variable by which the launcher says that it was started; it holds its name.
  static final String VARIABLE = "TAPELINE_LAUNCHER";

  private static final String NAME = System.getenv().getOrDefault(VARIABLE, "./tapeline");

  /// The form of the program that started this process.
  public static Front terminal() {
    return System.getenv(VARIABLE) == null ? MAVEN : LAUNCHER;
  }

  /// The command that grades a module: `… -Dmodule=3`, `./tapeline grade 03` or `%grade 03`.
  public String grade(int module) {
    return this == MAVEN
        ? command("module", "" + module)
        : command("grade", "%02d".formatted(module));
  }

  /// The command that grades an exercise: `… -Dmodule=03.2`, `./tapeline grade 03.2` or `%grade
  /// 03.2`.
  public String grade(ExerciseId id) {
    return command(this == MAVEN ? "module" : "grade", "" + id);
  }

  /// A whole command, such as `./tapeline hint 03.2`; `./tapeline run` where the value is empty.
  public String command(String name, String value) {
    return switch (this) {
      case MAVEN -> "mvn -pl grader test " + option(name, value);
      case LAUNCHER, NOTEBOOK -> option(name, value);
    };
  }

  /// The part of a command that its user knows it by: `-Dhint=03.2`, `./tapeline hint 03.2` or
  /// `%hint 03.2`.
  public String option(String name, String value) {
    return switch (this) {
      case MAVEN -> "-D" + name + (value.isEmpty() ? "" : "=" + value);
      case LAUNCHER -> (NAME + " " + name + " " + value).stripTrailing();
      case NOTEBOOK -> ("%" + name + " " + value).stripTrailing();
    };
  }
}
