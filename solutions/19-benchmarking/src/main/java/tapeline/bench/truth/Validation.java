package tapeline.bench.truth;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Surroundings;
import tapeline.toolkit.ProgressBar;

/// The harness tried on what is known: made-up times, and live programs that are equal or differ by
/// a planted 2 % or 0.5 %, with a noisy neighbour at work. Other harnesses' rules decide the same
/// samples.
///
/// ```text
/// mvn -pl grader test -Dmodule=19 -Dreference -Drun=Validation
/// ```
///
/// The live part takes ten minutes, or as many as the program's argument or its `-Dminutes` says,
/// and then all that is known is reported. In all it needs three quarters of an hour on two
/// processors: run it again, and it goes on, as each fork is kept in
/// `target/validation/forks.jsonl`. The page is `report.md` beside it. Further: `-Dseed`, 1 unless
/// given; `-Dpin=1` to have both sides on processor 1; `-Dneighbour=false` for a machine that is
/// left alone. Where no property can be handed on, the environment's `TAPELINE_MINUTES` and so on
/// are read.
public final class Validation {
  private static final int EXPERIMENTS = 4_000;

  private Validation() {}

  static void main(String[] args) throws IOException {
    long seed = Long.parseLong(setting("seed", "1"));
    boolean disturbed = !"false".equals(setting("neighbour", "true"));
    int pin = Integer.parseInt(setting("pin", "-1"));
    double minutes = Double.parseDouble(args.length > 0 ? args[0] : setting("minutes", "10"));
    var root = Path.of(System.getProperty("tapeline.root", ""));
    var folder = Files.createDirectories(root.resolve("target").resolve("validation"));
    var machine = SystemInfo.now();
    var settings = settings(machine, seed, disturbed, pin);
    var log = ForkLog.open(folder.resolve("forks.jsonl"), settings);
    var live = new LiveTrials(Trial.ALL, source(pin), seed, log);
    var before = Surroundings.now();
    measure(live, disturbed, minutes);
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

  private static String setting(String name, String otherwise) {
    var environment = System.getenv("TAPELINE_" + name.toUpperCase(Locale.ROOT));
    return System.getProperty(name, environment == null ? otherwise : environment);
  }

  private static void measure(LiveTrials live, boolean disturbed, double minutes)
      throws IOException {
    long end = System.nanoTime() + (long) (minutes * 60e9);
    try (var _ = disturbed ? Neighbour.start(classes()) : null;
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

  private static LiveTrials.Source source(int pin) {
    return (trial, work, seed, number) ->
        new Duel(
                contender("A", work, 0, pin),
                contender("B", work, trial.extra(), pin),
                trial.plan(),
                seed,
                _ -> {})
            .fork(number);
  }

  private static Contender contender(String name, String work, int extra, int pin) {
    var contender =
        new Contender(
            name,
            PlantedWork.class.getName() + "$" + work,
            List.of(classes()),
            List.of(PlantedWork.flag(extra)),
            Conditions.cpu("%d pieces, %s".formatted(PlantedWork.PIECES, work), "float64", 1));
    return pin < 0 ? contender : contender.pinnedTo(pin);
  }

  private static Path classes() {
    try {
      return Path.of(Validation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
