package tapeline.laboratory.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.laboratory.arguments.Argument;
import tapeline.laboratory.machine.Pinning;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.ClassFolder;
import tapeline.toolkit.ProgressBar;

/// The harness tried on what is known: made-up times, and live programs that are equal or differ by
/// a planted 2 % or 0.5 %, with a noisy neighbour at work. Other harnesses' rules decide the same
/// samples.
///
/// ```text
/// mvn -pl grader test -Dreference "-Drun=Validation minutes=10"
/// ```
///
/// The live part takes ten minutes, or as many as are given, and then all that is known is
/// reported. In all it needs three quarters of an hour on two processors: run it again, and it goes
/// on, as each fork is kept in `target/validation/forks.jsonl`. The page is `report.md` beside it.
/// Further words: `seed=1`; `pin=1` to have both sides on processor 1, by `taskset`;
/// `neighbour=false` for a machine that is left alone. One validation at a time works on a folder.
public final class Validation {
  static final double MOST_MINUTES = 7 * 24 * 60;
  private static final int EXPERIMENTS = 4_000;
  private static final Map<String, String> DEFAULTS =
      Map.of("minutes", "10", "seed", "1", "pin", "-1", "neighbour", "true");

  private Validation() {}

  static void main(String[] args) throws IOException {
    var words = words(args);
    var machine = SystemInfo.now();
    double minutes = argument(words, "minutes").number(0, MOST_MINUTES);
    long seed = argument(words, "seed").whole(Long.MIN_VALUE, Long.MAX_VALUE);
    boolean disturbed = argument(words, "neighbour").trueOrFalse();
    int pin = (int) argument(words, "pin").whole(-1, machine.threads() - 1L);
    if (pin >= 0 && !Pinning.isPossible()) {
      throw new IllegalArgumentException("pin needs taskset, which is not here, got " + pin);
    }
    var root = Path.of(System.getProperty("tapeline.root", ""));
    var folder = Files.createDirectories(root.resolve("target").resolve("validation"));
    var classes = classes();
    var how =
        "seed %d, %s, %s"
            .formatted(
                seed,
                disturbed ? "beside a noisy neighbour" : "no neighbour",
                pin < 0 ? "not pinned" : "pinned to processor " + pin);
    var settings = settings(Trial.ALL, how, machine, classes);
    try (var log = ForkLog.open(folder.resolve("forks.jsonl"), settings)) {
      var live = measure(log, classes, seed, pin, disturbed, minutes);
      var findings = new Findings(TruthTable.of(EXPERIMENTS, seed), Trial.ALL, live);
      var when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
      var page = folder.resolve("report.md");
      Files.writeString(page, ValidationPage.of(findings, machine, settings, when, log));
      IO.println(findings.liveTable());
      IO.println(findings.rulesTable());
      IO.println(findings.requirementsTable());
      IO.println("written to " + page.toAbsolutePath());
    }
  }

  private static Argument argument(Map<String, String> words, String key) {
    return new Argument(key, words.getOrDefault(key, ""));
  }

  /// A folder with the planted work and the neighbour.
  static Path classes() throws IOException {
    return ClassFolder.of(
        Neighbour.class,
        PlantedWork.Arithmetic.class,
        PlantedWork.Sorting.class,
        PlantedWork.Matmul.class);
  }

  private static Map<String, String> words(String... arguments) {
    var words = new HashMap<>(DEFAULTS);
    for (var word : arguments) {
      var parts = word.split("=", 2);
      if (parts.length != 2 || words.replace(parts[0], parts[1]) == null) {
        throw new IllegalArgumentException(
            "the words are key=value with one of the keys %s, got %s"
                .formatted(new TreeSet<>(DEFAULTS.keySet()), word));
      }
    }
    return words;
  }

  private static LiveTrials measure(
      ForkLog log, Path classes, long seed, int pin, boolean disturbed, double minutes)
      throws IOException {
    long start = System.nanoTime();
    try (var neighbour = disturbed ? Neighbour.start(classes) : null) {
      var live = new LiveTrials(Trial.ALL, source(classes, pin, neighbour), seed, log);
      try (var bar = ProgressBar.of("forks, at most", live.most() - live.done())) {
        var done = new int[] {live.done()};
        live.run(
            () -> System.nanoTime() - start < minutes * 60e9,
            () -> {
              bar.step(live.done() - done[0]);
              done[0] = live.done();
            });
      }
      return live;
    }
  }

  /// All that must be the same when forks are put together: what is measured and what measures, on
  /// which machine, and how.
  static String settings(List<Trial> trials, String how, SystemInfo machine, Path classes)
      throws IOException {
    var roots =
        Stream.of(
                Duel.class,
                Neighbour.class,
                PlantedWork.Arithmetic.class,
                PlantedWork.Sorting.class,
                PlantedWork.Matmul.class)
            .map(Class::getName)
            .toList();
    var program = PackedProgram.of(List.of(classes, ClassFolder.of(Duel.class)), roots, _ -> false);
    return "%s\n%s; %s, %d threads, %s; harness and work %s"
        .formatted(
            trials.stream().map(Trial::toString).collect(Collectors.joining("\n")),
            how,
            machine.processor(),
            machine.threads(),
            machine.jvm(),
            program.hash().substring(0, 12));
  }

  private static LiveTrials.Source source(Path classes, int pin, @Nullable Neighbour neighbour) {
    return (trial, work, seed, number) -> {
      var a = contender(classes, "A", work, 0, pin);
      var b = contender(classes, "B", work, trial.extra(), pin);
      var fork = new Duel(a, b, trial.plan(), seed, _ -> {}).fork(number);
      if (neighbour != null) {
        neighbour.requireAlive();
      }
      return fork;
    };
  }

  private static Contender contender(Path classes, String name, String work, int extra, int pin) {
    var contender =
        new Contender(
            name,
            PlantedWork.class.getName() + "$" + work,
            List.of(classes),
            List.of(PlantedWork.flag(extra)),
            Conditions.cpu("%d pieces, %s".formatted(PlantedWork.PIECES, work), "float64", 1));
    return pin < 0 ? contender : Pinning.to(pin, contender);
  }
}
