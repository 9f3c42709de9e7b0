package tapeline.grader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was asked for: the `-D` properties that the pom hands on, as `key=value`.
record Options(Map<String, String> values) {
  private static final Set<String> KEYS =
      Set.of(
          "root",
          "module",
          "stack",
          "reference",
          "watch",
          "hint",
          "reset",
          "progress",
          "bench",
          "peers",
          "run",
          "instructor",
          "seed",
          "generate",
          "mutants",
          "check",
          "speed",
          "sandbox",
          "submission",
          "overlay");

  /// Reads the arguments; one without a value is left out, as the pom passes all of them.
  static Options parse(String[] args) {
    var values = new HashMap<String, String>();
    for (var a : args) {
      int eq = a.indexOf('=');
      var key = eq < 0 ? a : a.substring(0, eq);
      if (!KEYS.contains(key)) {
        throw new IllegalArgumentException("there is no option " + key);
      }
      if (eq >= 0 && eq + 1 < a.length()) {
        var value = a.substring(eq + 1);
        values.put(key, key.equals("instructor") ? value : value.strip()); // a word may end so
      }
    }
    return new Options(values);
  }

  /// The option's value; null when it was not given.
  @Nullable String get(String key) {
    return values.get(key);
  }

  /// Whether the option was given and not as `false`.
  boolean on(String key) {
    return values.containsKey(key) && !"false".equals(values.get(key));
  }

  /// The seed of the tests' random inputs; 1 unless given.
  ///
  /// @throws IllegalArgumentException when it is no whole number
  long seed() {
    var text = values.getOrDefault("seed", "1");
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("a seed is a whole number, got -Dseed=" + text);
    }
  }

  /// The instructor's command that grades one submission in a sandbox.
  ///
  /// @param root that paths are relative to
  List<String> sandbox(Path root) {
    var words = new ArrayList<>(List.of("sandbox"));
    for (var key : List.of("module", "seed", "submission", "overlay")) {
      var value = get(key);
      if (value != null) {
        boolean isPath = key.equals("submission") || key.equals("overlay");
        words.add("--" + key + "=" + (isPath ? root.resolve(value) : value));
      }
    }
    return words;
  }

  /// How many threads PyTorch gets: 1 unless a number is given.
  ///
  /// @throws IllegalArgumentException when it is none above 0
  int peerThreads() {
    var text = values.getOrDefault("peers", "true");
    if (text.equals("true")) {
      return 1;
    }
    if (!text.matches("[1-9]\\d{0,2}")) {
      throw new IllegalArgumentException(
          "-Dpeers takes no value or PyTorch's number of threads, got -Dpeers=" + text);
    }
    return Integer.parseInt(text);
  }

  /// Whether earlier modules are the learner's own.
  ///
  /// @throws IllegalArgumentException when `-Dstack` is neither `mine` nor `reference`
  boolean mine() {
    var stack = values.getOrDefault("stack", "reference");
    return switch (stack) {
      case "mine" -> true;
      case "reference" -> false;
      default ->
          throw new IllegalArgumentException("-Dstack is mine or reference, got -Dstack=" + stack);
    };
  }
}
