package tapeline.grader.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// The failures of the tests of each exercise on each of its mutants.
///
/// A module's `grader/tests/NN-name/mutants.txt` has a line for each failing test of each mutant,
/// with tabs between: exercise, mutant, test, checksum of the message, its numbers to three digits.
/// Seeded tests fail with the same numbers on the same mistake, so a learner's failures that equal
/// a mutant's line by line name the mistake.
public final class KnownMistakes {
  /// The place in a kernel where the emulator found something, such as `softmax.cu:24`.
  private static final Pattern KERNEL_LINE = Pattern.compile("\\b(\\w+\\.cu):\\d+\\b");

  /// The result of a test of speed, which is never the same: `measured 1.02× (0.98× to 1.05×)`.
  private static final Pattern MEASURED = Pattern.compile("\\bmeasured [^)]{1,80}×\\)");

  /// A number with a fraction, as `-0.70710677`, `1.0E-4` or `0.5f`. A row of digits is read once.
  private static final Pattern NUMBER =
      Pattern.compile("-?(?<!\\d)\\d++\\.\\d++(?:E-?\\d++)?[fFdD]?\\b");

  private static final double NOISE = 1e-6; // what is left of a zero that was rounded on its way

  /// The seed with which the mistakes are recorded.
  public static final long COURSE_SEED = 1;

  private static final String GUESS = "Perhaps: ";

  private static final String HEADER = "# exercise\tmutant\ttest\tchecksum of the message\n";

  private final Course course;
  private final Map<ExerciseId, Map<String, Map<String, String>>> patterns = new TreeMap<>();

  /// Modules whose file is still to be read, when the first mistake is looked for: most gradings
  /// look for none.
  private final Set<CourseModule> unread = new HashSet<>();

  private KnownMistakes(Course course) {
    this.course = course;
  }

  /// Returns the file of a module's patterns.
  public static Path file(Course course, CourseModule module) {
    return course.tests(module).resolve("mutants.txt");
  }

  /// No patterns yet.
  public static KnownMistakes none(Course course) {
    return new KnownMistakes(course);
  }

  /// The recorded patterns; none of a module that has no file.
  public static KnownMistakes of(Course course) {
    var known = new KnownMistakes(course);
    course.modules().stream().filter(m -> Files.exists(file(course, m))).forEach(known.unread::add);
    return known;
  }

  private void read(CourseModule module) {
    for (var line : Course.read(file(course, module)).lines().toList()) {
      if (!line.startsWith("#") && !line.isBlank()) {
        var f = line.split("\t", -1);
        mutant(ExerciseId.parse(f[0]), f[1]).put(f[2], f[3]);
      }
    }
  }

  private Map<String, String> mutant(ExerciseId exercise, String name) {
    return patterns
        .computeIfAbsent(exercise, _ -> new TreeMap<>())
        .computeIfAbsent(name, _ -> new TreeMap<>());
  }

  /// Records how the tests of `exercise` fail on the mutant `name`.
  public void record(ExerciseId exercise, String name, List<TestResult> tests) {
    mutant(exercise, name).putAll(pattern(tests));
  }

  /// The text of the file.
  public String text() {
    var text = new StringBuilder(HEADER);
    patterns.forEach((exercise, mutants) ->
        mutants.forEach((name, tests) ->
            tests.forEach((test, sum) ->
                text.append(exercise)
                    .append('\t')
                    .append(name)
                    .append('\t')
                    .append(test)
                    .append('\t')
                    .append(sum)
                    .append('\n'))));
    return text.toString();
  }

  /// The explanation of these failures for the learner; null when no mutant fails like this.
  ///
  /// All messages equal is certain enough to say so, unless each is that of a test that ran too
  /// long, as any slow answer's is: that makes a guess. Where half of them are, and the tests are
  /// the same, it is a guess, made only when one mutant alone fails in these tests and some test
  /// still passes. No guess is made where a message names the line of a kernel: the emulator has
  /// said what is wrong there.
  @Nullable String likely(CourseModule module, ExerciseId exercise, List<TestResult> tests) {
    if (unread.remove(module)) {
      read(module);
    }
    var seen = pattern(tests);
    var mutants = patterns.getOrDefault(exercise, Map.of());
    if (seen.isEmpty() || mutants.isEmpty()) {
      return null;
    }
    var alike = new ArrayList<String>();
    for (var m : mutants.entrySet()) {
      if (m.getValue().equals(seen)) {
        return (allTimedOut(seen) ? GUESS : "") + message(module, exercise, m.getKey());
      }
      if (m.getValue().keySet().equals(seen.keySet()) && halfAlike(m.getValue(), seen)) {
        alike.add(m.getKey());
      }
    }
    return alike.size() == 1 && seen.size() < tests.size() && !namesKernelLine(tests)
        ? GUESS + message(module, exercise, alike.getFirst())
        : null;
  }

  /// Returns whether [#likely] is not certain.
  public static boolean isGuess(String likely) {
    return likely.startsWith(GUESS);
  }

  /// Returns whether the result's mistake is known for certain.
  public static boolean isCertain(ExerciseResult result) {
    var likely = result.likelyMistake();
    return likely != null && !isGuess(likely);
  }

  /// Returns the name of the mutant whose message this is, of a guess too; empty where it is that
  /// of none.
  public static Optional<String> name(Course course, Exercise exercise, String likely) {
    var message = isGuess(likely) ? likely.substring(GUESS.length()) : likely;
    return Brief.of(course, exercise).mutants().stream()
        .filter(m -> m.message().equals(message))
        .map(Brief.Mutant::name)
        .findFirst();
  }

  private static boolean allTimedOut(Map<String, String> pattern) {
    return pattern.values().stream().allMatch(t -> t.startsWith(Verdict.TIMED_OUT.toString()));
  }

  private static boolean halfAlike(Map<String, String> recorded, Map<String, String> seen) {
    long same = seen.entrySet().stream().filter(recorded.entrySet()::contains).count();
    return 2 * same >= seen.size();
  }

  private static boolean namesKernelLine(List<TestResult> tests) {
    return tests.stream()
        .map(TestResult::problem)
        .anyMatch(p -> p != null && KERNEL_LINE.matcher(p.text()).find());
  }

  private String message(CourseModule module, ExerciseId exercise, String name) {
    return Brief.of(course, module.exercise(exercise)).mutants().stream()
        .filter(m -> m.name().equals(name))
        .map(Brief.Mutant::message)
        .findFirst()
        .orElse(name);
  }

  private static Map<String, String> pattern(List<TestResult> tests) {
    var pattern = new TreeMap<String, String>();
    for (var t : tests) {
      var problem = t.problem();
      if (t.verdict() != Verdict.PASSED && problem != null) {
        pattern.put(t.testClass() + "." + t.name(), t.verdict() + " " + checksum(problem.text()));
      }
    }
    return pattern;
  }

  /// Returns the checksum of the words. The lines of JUnit and of the grader in a quoted stack do
  /// not count, because they change from version to version; nor do line numbers of a kernel.
  static String checksum(String text) {
    var crc = new CRC32();
    var words = KERNEL_LINE.matcher(withoutFrames(text)).replaceAll("$1");
    words = MEASURED.matcher(words).replaceAll("measured");
    double noise = isOfSmallNumbers(words) ? 0 : NOISE;
    words = NUMBER.matcher(words).replaceAll(number -> rounded(number.group(), noise));
    crc.update(words.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return "%08x".formatted(crc.getValue());
  }

  /// Returns whether most numbers of a message are below [#NOISE], so that they are its subject.
  private static boolean isOfSmallNumbers(String words) {
    var numbers =
        NUMBER.matcher(words).results().mapToDouble(m -> Math.abs(Double.parseDouble(m.group())));
    var small = numbers.filter(x -> x > 0).mapToObj(x -> x < NOISE).toList();
    return 2 * small.stream().filter(s -> s).count() > small.size();
  }

  private static String rounded(String number, double noise) {
    double x = Double.parseDouble(number);
    return x == 0 || Math.abs(x) < noise ? "0" : String.format(Locale.ROOT, "%.2e", x);
  }

  /// The lines that are no frames of a stack, without blank lines before a frame. O(n) for any
  /// text, as a learner's code may throw any.
  private static String withoutFrames(String text) {
    var words = new StringBuilder(text.length());
    int keep = 0; // behind the last line that is not blank
    int end;
    for (int at = 0; at < text.length(); at = end) {
      end = text.indexOf('\n', at) + 1;
      end = end == 0 ? text.length() : end;
      var line = text.substring(at, end);
      if (isFrame(line.strip())) {
        words.setLength(keep);
      } else {
        words.append(line);
        keep = line.isBlank() ? keep : words.length();
      }
    }
    return words.toString();
  }

  /// `at Type.method(File.java:7)` or `... 3 more`.
  private static boolean isFrame(String line) {
    int open = line.indexOf('(', "at ".length() + 1);
    return line.startsWith("...")
        || (line.startsWith("at ") && line.endsWith(")") && open > 0 && open < line.length() - 2);
  }
}
