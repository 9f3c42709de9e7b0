package tapeline.grader.course;

import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;

/// The number of an exercise: module 3, exercise 2 is `03.2`.
public record ExerciseId(int module, int number) implements Comparable<ExerciseId> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})");

  /// Reads `03.2` or `3.2`.
  ///
  /// @throws IllegalArgumentException when `text` has another form
  public static ExerciseId parse(String text) {
    var m = FORM.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "an exercise is written like 03.2 (module, dot, number), got \"" + text + "\"");
    }
    return new ExerciseId(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
  }

  @Override
  public int compareTo(ExerciseId other) {
    return Comparator.comparingInt(ExerciseId::module)
        .thenComparingInt(ExerciseId::number)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%02d.%d", module, number);
  }
}
