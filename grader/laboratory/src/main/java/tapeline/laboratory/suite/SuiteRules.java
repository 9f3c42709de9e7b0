package tapeline.laboratory.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tapeline.laboratory.suite.BenchClass.Field;
import tapeline.laboratory.suite.BenchClass.Method;
import tapeline.toolkit.TextTable;

/// The rules for the design of a suite of JMH benchmarks, looked for in its sources.
///
/// A source can keep a rule by its form alone: a set-up that may refuse does not show that it
/// compares the right things. What breaks a rule here is missing for certain, as far as names tell:
/// a method is known by its name alone.
public final class SuiteRules {
  private static final Pattern RANDOM =
      Pattern.compile(
          "new (java\\.util\\.)?(Random|SplittableRandom)\\(\\)|Math\\.random"
              + "|ThreadLocalRandom\\.current|RandomGenerator\\.getDefault");
  private static final Pattern TYPE =
      Pattern.compile("\\b(float|int|bfloat|f|i)(8|16|32|64)\\b|\\bdoubles?\\b|\\bbits?\\b");
  private static final Pattern DEVICE =
      Pattern.compile("\\b([CG]PU|[CcGg]pu|emulator|processor|core|device)");
  private static final Pattern SHAPE =
      Pattern.compile(
          "\\(\\w[^()]*,[^()]*\\)|\\d+ ?[x×] ?\\d+"
              + "|\\d+\\s+(numbers|float|elements|inputs|examples|nodes|slots|ops|steps)");
  private static final Pattern COMMAND = Pattern.compile("\\bmvn |\\bjava -|\\bgradlew? ");
  private static final Pattern FORKS =
      Pattern.compile("Fork\\((?:(?:.*, )?value = )?(\\d+)\\b.*", Pattern.DOTALL);

  /// A rule, and the reason for it.
  enum Rule {
    QUESTION("its comment asks what is to be found out"),
    PREDICTION("its comment predicts the answer, so that the measurement can refute it"),
    COMMAND("its comment has the command that runs it"),
    CONTENDER("it has a baseline and something that is measured beside it"),
    TWIN("the baseline runs twice, as name and nameAgain: their gap is the noise"),
    CHECK("a set-up refuses to measure wrong answers"),
    SHAPE("a parameter or the comment states the shape or the size"),
    TYPE("a parameter or the comment states the type of the numbers"),
    DEVICE("a parameter or the comment states the device"),
    INPUT("what is measured reads a field that the compiler does not know"),
    RESULT("a result is returned or given to a Blackhole: else it need not be computed"),
    SEED("random numbers come from a seed, the same in each run"),
    FORKS("two forks or more: the runs of one share its luck"),
    WARM_UP("the warm-up is stated, so that the table can say what it leaves out: @Warmup");

    final String words;

    Rule(String words) {
      this.words = words;
    }
  }

  /// A rule that a benchmark breaks.
  ///
  /// @param where the class, or a method of it
  record Broken(String where, Rule rule) {
    @Override
    public String toString() {
      return where + ": " + rule.words;
    }
  }

  private final List<BenchClass> all;
  private final BenchClass benchmark;
  private final List<BenchClass> chain = new ArrayList<>();

  /// The chain, and the states that its benchmarks are handed in with what those extend.
  private final Set<BenchClass> scope = new LinkedHashSet<>();

  private final String comments;
  private final List<Broken> broken = new ArrayList<>();

  private SuiteRules(List<BenchClass> all, BenchClass benchmark) {
    this.all = all;
    this.benchmark = benchmark;
    addChain(benchmark, chain);
    scope.addAll(chain);
    for (var m : benchmarks().toList()) {
      for (var type : m.parameters()) {
        named(type.replaceFirst("^.*\\.", "")).ifPresent(state -> addChain(state, scope));
      }
    }
    comments = String.join("\n", chain.stream().map(BenchClass::comment).toList());
  }

  private void addChain(BenchClass first, Collection<BenchClass> to) {
    var next = Optional.of(first);
    while (next.isPresent() && !to.contains(next.get())) {
      to.add(next.get());
      next = named(next.get().extended());
    }
  }

  private Optional<BenchClass> named(String name) {
    return all.stream().filter(c -> c.name().equals(name)).findFirst();
  }

  /// The rules that the benchmarks among these classes break.
  static List<Broken> broken(List<BenchClass> classes) {
    return all(classes).flatMap(rules -> rules.look().stream()).toList();
  }

  private static Stream<SuiteRules> all(List<BenchClass> classes) {
    return classes.stream()
        .filter(c -> !c.isAbstract())
        .map(c -> new SuiteRules(classes, c))
        .filter(rules -> rules.benchmarks().findAny().isPresent());
  }

  private List<Broken> look() {
    require(benchmark.comment().contains("?"), Rule.QUESTION);
    require(benchmark.comment().toLowerCase(Locale.ROOT).contains("predict"), Rule.PREDICTION);
    require(COMMAND.matcher(benchmark.comment()).find(), Rule.COMMAND);
    var names = new HashSet<>(benchmarks().map(Method::name).toList());
    boolean twin = names.stream().anyMatch(n -> names.contains(n + "Again"));
    require(twin, Rule.TWIN);
    require(names.size() > (twin ? 2 : 1), Rule.CONTENDER);
    require(marked("Setup").anyMatch(m -> reached(m).anyMatch(Method::refuses)), Rule.CHECK);
    require(SHAPE.matcher(comments).find() || parameters().findAny().isPresent(), Rule.SHAPE);
    require(TYPE.matcher(comments).find() || hasParameter("dtype"), Rule.TYPE);
    require(DEVICE.matcher(comments).find() || hasParameter("device"), Rule.DEVICE);
    var ofClass = forks(chain.stream().flatMap(c -> c.words().stream()));
    if (benchmarks().anyMatch(m -> forks(m.annotations().stream()).isEmpty())) {
      require(ofClass.orElse(0) >= 2, Rule.FORKS);
    }
    require(
        chain.stream().flatMap(c -> c.words().stream()).anyMatch(w -> w.startsWith("Warmup("))
            || benchmarks().allMatch(m -> m.isMarked("Warmup")),
        Rule.WARM_UP);
    for (var m : benchmarks().toList()) {
      var where = benchmark.name() + "." + m.name();
      require(where, forks(m.annotations().stream()).orElse(2) >= 2, Rule.FORKS);
      require(where, hasInput(m), Rule.INPUT);
      require(where, !m.isVoid() || m.parameters().contains("Blackhole"), Rule.RESULT);
    }
    var mentioned =
        Stream.concat(
            scope.stream().flatMap(c -> c.initialised().stream()),
            methods().flatMap(m -> m.names().stream()));
    require(mentioned.noneMatch(n -> RANDOM.matcher(n).find()), Rule.SEED);
    return broken;
  }

  private void require(boolean kept, Rule rule) {
    require(benchmark.name(), kept, rule);
  }

  private void require(String where, boolean kept, Rule rule) {
    if (!kept) {
      broken.add(new Broken(where, rule));
    }
  }

  private Stream<Method> methods() {
    return scope.stream().flatMap(c -> c.methods().stream());
  }

  private Stream<Method> marked(String annotation) {
    return methods().filter(m -> m.isMarked(annotation));
  }

  private Stream<Method> benchmarks() {
    return chain.stream().flatMap(c -> c.methods().stream()).filter(m -> m.isMarked("Benchmark"));
  }

  private Stream<Field> parameters() {
    return scope.stream().flatMap(c -> c.fields().stream()).filter(Field::parameter);
  }

  private boolean hasParameter(String name) {
    return parameters().anyMatch(f -> f.name().equals(name));
  }

  private static OptionalInt forks(Stream<String> annotations) {
    return annotations
        .map(FORKS::matcher)
        .filter(m -> m.matches())
        .mapToInt(m -> Integer.parseInt(m.group(1)))
        .findFirst();
  }

  /// The method, and what it calls among these sources, by name.
  private Stream<Method> reached(Method first) {
    var seen = new HashSet<Method>();
    var open = new ArrayDeque<>(Set.of(first));
    while (!open.isEmpty()) {
      var m = open.pop();
      if (seen.add(m)) {
        all.stream()
            .flatMap(c -> c.methods().stream())
            .filter(other -> m.names().contains(other.name()))
            .forEach(open::push);
      }
    }
    return seen.stream();
  }

  /// Returns whether a field of its own, or a state that is handed in, is read.
  private boolean hasInput(Method measured) {
    var open =
        scope.stream()
            .flatMap(c -> c.fields().stream())
            .filter(f -> !f.fixed())
            .map(Field::name)
            .toList();
    return reached(measured).anyMatch(m -> m.names().stream().anyMatch(open::contains));
  }

  /// Prints the rules that the benchmarks below a folder break; without one, those of the course:
  /// `./tapeline run "SuiteRules path/to/src"`.
  static void main(String... args) throws IOException {
    var root = Path.of(System.getProperty("tapeline.root", ""));
    IO.println(
        args.length > 0
            ? table(BenchClass.below(Path.of(args[0]), ""))
            : table(BenchClass.below(root.resolve("solutions"), "src/bench")));
  }

  /// A line for each rule that is broken.
  ///
  /// @throws IllegalArgumentException when there is no benchmark
  static TextTable table(List<BenchClass> classes) {
    var table = TextTable.of("benchmark", "rule", "which is");
    long benchmarks = all(classes).count();
    if (benchmarks == 0) {
      throw new IllegalArgumentException(
          "rules are for classes with benchmarks, got none in %d classes"
              .formatted(classes.size()));
    }
    var broken = broken(classes);
    broken.forEach(
        b -> table.row(b.where(), b.rule().name().toLowerCase(Locale.ROOT), b.rule().words));
    return table.note(
        "%d rules broken, in %d classes with benchmarks".formatted(broken.size(), benchmarks));
  }
}
