package tapeline.grader;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Milestone;

/// The options that were given, and their values.
record Options(Map<Option, String> values) {

  /// Reads `-Dmodule=3` or `-Dwatch`, which stands for `-Dwatch=true`; an empty value counts as
  /// none.
  ///
  /// @throws IllegalArgumentException when there is no such option, or it needs a value or another
  ///   option
  static Options parse(String... args) {
    var values = new EnumMap<Option, String>(Option.class);
    for (var a : args) {
      if (!a.startsWith("-D")) {
        throw new IllegalArgumentException("an option begins with -D, got " + a);
      }
      int eq = a.indexOf('=');
      var option = Option.of(a.substring(2, eq < 0 ? a.length() : eq));
      var value = eq < 0 ? "true" : a.substring(eq + 1);
      if (option.needsValue() && value.equals("true")) { // what Maven makes of a bare option
        throw new IllegalArgumentException(
            "-D%s needs a value, as in %s".formatted(option.key(), option.example()));
      }
      value = option == Option.INSTRUCTOR ? value : value.strip(); // a word may end so
      if (!value.isEmpty()) {
        values.put(option, value);
      }
    }
    for (var o : List.of(Option.SAVE, Option.AGAINST)) {
      if (values.containsKey(o) && !values.containsKey(Option.BENCH)) {
        throw new IllegalArgumentException(
            "-D%s belongs to -Dbench, got it without that".formatted(o.key()));
      }
    }
    return new Options(values);
  }

  /// The option's value; null when it was not given.
  @Nullable String get(Option option) {
    return values.get(option);
  }

  /// Returns whether the option was given and not as `false`.
  boolean on(Option option) {
    return values.containsKey(option) && !"false".equals(values.get(option));
  }

  /// The seed of the tests' random inputs; 1 unless given.
  ///
  /// @throws IllegalArgumentException when it is no whole number
  long seed() {
    var text = values.getOrDefault(Option.SEED, "1");
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("a seed is a whole number, got -Dseed=" + text);
    }
  }

  /// The time that a program has; an hour unless given.
  ///
  /// @throws IllegalArgumentException when it is no whole number of minutes above 0
  Duration limit() {
    var text = values.getOrDefault(Option.MINUTES, "60");
    if (!text.matches("[1-9]\\d{0,5}")) {
      throw new IllegalArgumentException(
          "minutes are a whole number from 1 to 999999, got -Dminutes=" + text);
    }
    return Duration.ofMinutes(Integer.parseInt(text));
  }

  /// The prediction of the learner; NaN when nothing was predicted.
  ///
  /// @throws IllegalArgumentException when it is no number
  double guess() {
    return Milestone.prediction(values.getOrDefault(Option.GUESS, ""));
  }

  /// The instructor's command that grades one submission in a sandbox.
  ///
  /// @param root that paths are relative to
  List<String> sandbox(Path root) {
    var words = new ArrayList<>(List.of("sandbox"));
    for (var o : List.of(Option.MODULE, Option.SEED, Option.SUBMISSION, Option.OVERLAY)) {
      var value = get(o);
      if (value != null) {
        boolean isPath = o == Option.SUBMISSION || o == Option.OVERLAY;
        words.add("--" + o.key() + "=" + (isPath ? root.resolve(value) : value));
      }
    }
    if (on(Option.REFERENCE) && get(Option.SUBMISSION) == null) {
      words.add("--submission=" + root.resolve("solutions"));
    }
    return words;
  }

  /// How many threads the peers get: 1 unless `-Dpeers` has a number.
  ///
  /// @throws IllegalArgumentException when it is none above 0, or there are two
  int peerThreads() {
    var numbers = peerParts().stream().filter(p -> p.matches("\\d+")).toList();
    if (numbers.isEmpty()) {
      return 1;
    }
    if (numbers.size() > 1 || !numbers.getFirst().matches("[1-9]\\d{0,2}")) {
      throw new IllegalArgumentException(
          "-Dpeers takes a number of threads and names of rows, such as -Dpeers=2,sgemm, got -Dpeers="
              + values.get(Option.PEERS));
    }
    return Integer.parseInt(numbers.getFirst());
  }

  /// The words of `-Dpeers`, of which a row's name has one; none for all rows.
  List<String> peerRows() {
    return peerParts().stream().filter(p -> !p.matches("\\d+")).toList();
  }

  private List<String> peerParts() {
    var text = values.getOrDefault(Option.PEERS, "true");
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(p -> !p.equals("true"))
        .toList();
  }

  /// Returns whether earlier modules are the learner's own.
  ///
  /// @throws IllegalArgumentException when `-Dstack` is neither `mine` nor `reference`
  boolean mine() {
    var stack = values.getOrDefault(Option.STACK, "reference");
    return switch (stack) {
      case "mine" -> true;
      case "reference" -> false;
      default ->
          throw new IllegalArgumentException("-Dstack is mine or reference, got -Dstack=" + stack);
    };
  }
}
