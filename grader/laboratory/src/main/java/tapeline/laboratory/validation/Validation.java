package tapeline.laboratory.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.laboratory.machine.Pinning;
import tapeline.laboratory.machine.Surroundings;
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
/// Further words: `seed=1`; `pin=1` to have both sides on processor 1; `neighbour=false` for a
/// machine that is left alone.
public final class Validation {
  private static final int EXPERIMENTS = 4_000;
  private static final Map<String, String> DEFAULTS =
      Map.of("minutes", "10", "seed", "1", "pin", "-1", "neighbour", "true");

  private Validation() {}

  static void main(String[] args) throws IOException {
    var words = words(args);
    long seed = Long.parseLong(words.get("seed"));
    boolean disturbed = Boolean.parseBoolean(words.get("neighbour"));
    int pin = Integer.parseInt(words.get("pin"));
    double minutes = Double.parseDouble(words.get("minutes"));
    var root = Path.of(System.getProperty("tapeline.root", ""));
    var folder = Files.createDirectories(root.resolve("target").resolve("validation"));
    var machine = SystemInfo.now();
    var settings = settings(machine, seed, disturbed, pin);
    var log = ForkLog.open(folder.resolve("forks.jsonl"), settings);
    var classes = classes();
    var live = new LiveTrials(Trial.ALL, source(classes, pin), seed, log);
    var before = Surroundings.now();
    measure(live, disturbed ? classes : null, minutes);
    var warnings = new ArrayList<>(machine.warnings());
    warnings.addAll(Surroundings.now().warnings(before));
    var findings = new Findings(TruthTable.of(EXPERIMENTS, seed), Trial.ALL, live);
    var when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    var page = folder.resolve("report.md");
    Files.writeString(page, ValidationPage.of(findings, machine, warnings, settings, when, log));
    IO.println(findings.liveTable());
    IO.println(findings.rulesTable());
    IO.println(findings.requirementsTable());
    IO.println("written to " + page.toAbsolutePath());
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

  private static void measure(LiveTrials live, @Nullable Path disturbed, double minutes)
      throws IOException {
    long end = System.nanoTime() + (long) (minutes * 60e9);
    try (var _ = disturbed == null ? null : Neighbour.start(disturbed);
        var bar = ProgressBar.of("forks, at most", live.most() - live.done())) {
      var done = new int[] {live.done()};
      live.run(
          () -> System.nanoTime() < end,
          () -> {
            bar.step(live.done() - done[0]);
            done[0] = live.done();
          });
    }
  }

  /// All that must be the same when forks are put together.
  private static String settings(SystemInfo machine, long seed, boolean disturbed, int pin) {
    return "%s\nseed %d, %s, %s; %s, %d threads, %s"
        .formatted(
            Trial.ALL.stream().map(Trial::toString).collect(Collectors.joining("\n")),
            seed,
            disturbed ? "beside a noisy neighbour" : "no neighbour",
            pin < 0 ? "not pinned" : "pinned to processor " + pin,
            machine.processor(),
            machine.threads(),
            machine.jvm());
  }

  private static LiveTrials.Source source(Path classes, int pin) {
    return (trial, work, seed, number) ->
        new Duel(
                contender(classes, "A", work, 0, pin),
                contender(classes, "B", work, trial.extra(), pin),
                trial.plan(),
                seed,
                _ -> {})
            .fork(number);
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
