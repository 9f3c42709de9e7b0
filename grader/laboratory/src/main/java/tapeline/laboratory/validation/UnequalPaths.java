package tapeline.laboratory.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.laboratory.arguments.Argument;
import tapeline.toolkit.ProgressBar;

/// Equal classes, the second on a longer class path and with one more flag: how often does the
/// harness call them different?
///
/// It measures for so many minutes, `./tapeline run "UnequalPaths 4"`, and goes on where it was
/// when it is run again: its forks are kept in `target/validation/unequal.jsonl`. 201 comparisons
/// take a quarter of an hour.
public final class UnequalPaths {
  private UnequalPaths() {}

  static void main(String[] args) throws IOException {
    Argument.requireAtMost(1, args);
    double minutes =
        args.length == 0 ? 4 : new Argument("minutes", args[0]).number(0, Validation.MOST_MINUTES);
    var root = Path.of(System.getProperty("tapeline.root", ""));
    var folder = Files.createDirectories(root.resolve("target").resolve("validation"));
    var trial = Trial.ALL.getFirst();
    var classes = Validation.classes();
    var settings =
        Validation.settings(List.of(trial), "unequal paths, seed 3", SystemInfo.now(), classes);
    try (var log = ForkLog.open(folder.resolve("unequal.jsonl"), settings)) {
      var live = new LiveTrials(List.of(trial), source(classes), 3, log);
      long start = System.nanoTime();
      try (var bar = ProgressBar.of("forks", live.most())) {
        live.run(() -> System.nanoTime() - start < minutes * 60e9, () -> bar.at(live.done(), ""));
      }
      tell(live.ended(trial));
    }
  }

  private static void tell(List<LiveTrials.Ended> ended) {
    int alarms = 0;
    int slower = 0;
    int forks = 0;
    for (var e : ended) {
      alarms += e.comparison().verdict() == SpeedVerdict.UNDECIDED ? 0 : 1;
      for (var fork : e.comparison().forks()) {
        slower += fork.logRatio() > 0 ? 1 : 0;
        forks++;
      }
    }
    IO.println(
        "called different: %s of %d".formatted(new Rate(alarms, ended.size()), ended.size()));
    IO.println(
        "forks in which the longer one was slower: %s of %d"
            .formatted(new Rate(slower, forks), forks));
  }

  private static LiveTrials.Source source(Path classes) {
    var more = classes.resolveSibling("a-folder-with-a-rather-long-name-that-is-not-there");
    return (trial, work, seed, number) ->
        new Duel(
                contender("A", work, List.of(classes)),
                contender("B", work, List.of(classes, more), "-Dtapeline.more=a-flag"),
                trial.plan(),
                seed,
                _ -> {})
            .fork(number);
  }

  private static Contender contender(
      String name, String work, List<Path> classPath, String... flags) {
    return new Contender(
        name,
        PlantedWork.class.getName() + "$" + work,
        classPath,
        List.of(flags),
        Conditions.cpu("%d pieces, %s".formatted(PlantedWork.PIECES, work), "float64", 1));
  }
}
