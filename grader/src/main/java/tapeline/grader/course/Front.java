package tapeline.grader.course;

/// Where the learner types: a command reads differently in a terminal and in a notebook.
///
/// Made without `String.format` and `+`, whose first use is slow in a fresh JVM.
public enum Front {
  TERMINAL,
  NOTEBOOK;

  /// What grades a module, to be typed: `mvn -pl grader test -Dmodule=3` or `%grade 03`.
  public String grade(int module) {
    return switch (this) {
      case TERMINAL -> command("module", String.valueOf(module));
      case NOTEBOOK -> command("grade", twoDigits(module));
    };
  }

  /// A whole command: `mvn -pl grader test -Dhint=03.2` or `%hint 03.2`.
  public String command(String name, String value) {
    return switch (this) {
      case TERMINAL -> "mvn -pl grader test ".concat(option(name, value));
      case NOTEBOOK -> option(name, value);
    };
  }

  /// What tells one command from another: `-Dhint=03.2` or `%hint 03.2`.
  public String option(String name, String value) {
    return switch (this) {
      case TERMINAL -> "-D".concat(name).concat("=").concat(value);
      case NOTEBOOK -> "%".concat(name).concat(" ").concat(value);
    };
  }

  private static String twoDigits(int number) {
    var digits = String.valueOf(number);
    return number < 10 ? "0".concat(digits) : digits;
  }
}
