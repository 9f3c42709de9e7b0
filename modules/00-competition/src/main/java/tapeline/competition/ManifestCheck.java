package tapeline.competition;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Manifest.Claim;
import tapeline.competition.Manifest.Times;

/// A check that a manifest is plausible as far as it goes. Its figures of speed are never ranked:
/// the judge measures by itself.
public final class ManifestCheck {
  /// Nanoseconds an answer may take in a sample: at least one, at most an hour.
  public static final double SHORTEST = 1;

  public static final double LONGEST = 3.6e12;

  /// No entry is so many times faster.
  public static final double LARGEST_CLAIM = 1e6;

  /// The fewest forks that can show a difference at 5 %: `2/2⁶` is the first probability below.
  public static final int FEWEST_FORKS = 6;

  public static final int FEWEST_TURNS = 10;
  public static final int MOST_TURNS = 10_000;
  public static final int MOST_FORKS = 100;

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_MAIN = 200;

  /// Possessive, as no part is ever tried in another length.
  private static final String CLASS = "[A-Za-z_$][\\w$]*+(\\.[A-Za-z_$][\\w$]*+)*+";

  private ManifestCheck() {}

  /// Returns the rules that a manifest breaks, each in words with the value; empty when it keeps
  /// all. The form of the code hash is checked, not its value: for that see the method with a
  /// folder. Where an author cannot take samples, because only the judge has inputs, none are asked
  /// for.
  ///
  /// @param claims what is wrong with a claim beside its samples, see module 20's `ClaimCheck`
  public static List<String> problems(
      Manifest manifest, Event event, BiFunction<Claim, List<Times>, List<String>> claims) {
    var problems = new ArrayList<>(words(manifest, event));
    boolean none = manifest.samples().isEmpty() && !EventInputs.areKnown(event.kind());
    var broken = none ? List.<String>of() : samples(manifest.samples(), event.metric());
    problems.addAll(broken);
    if (broken.isEmpty()) {
      problems.addAll(claim(manifest.claim(), manifest.samples(), claims));
    }
    problems.addAll(log(manifest.log()));
    return List.copyOf(problems);
  }

  /// Returns the broken rules, including that the code hash is that of the files in this folder.
  public static List<String> problems(
      Manifest manifest,
      Event event,
      Path folder,
      BiFunction<Claim, List<Times>, List<String>> claims)
      throws IOException {
    var problems = new ArrayList<>(problems(manifest, event, claims));
    var hash = Archive.hash(folder);
    if (!hash.equals(manifest.codeHash())) {
      problems.add(
          "codeHash is that of the files, %s, got \"%s\"".formatted(hash, manifest.codeHash()));
    }
    return List.copyOf(problems);
  }

  private static List<String> words(Manifest manifest, Event event) {
    var problems = new ArrayList<String>();
    if (!manifest.event().equals(event.id())) {
      problems.add("the event is \"%s\", got \"%s\"".formatted(event.id(), manifest.event()));
    }
    if (manifest.main().length() > LONGEST_MAIN) {
      problems.add(
          "main is the name of a class, %d characters at most, got %d"
              .formatted(LONGEST_MAIN, manifest.main().length()));
    } else if (!manifest.main().matches(CLASS)) {
      problems.add("main is the name of a class, got \"%s\"".formatted(manifest.main()));
    }
    if (manifest.main().matches("(tapeline|java|javax|jdk|sun)\\..*")) {
      problems.add(
          "main lies in a package of its own, not in the course's or the JDK's, got \"%s\""
              .formatted(manifest.main()));
    }
    if (!manifest.codeHash().matches("[0-9a-f]{64}")) {
      problems.add(
          "codeHash is a SHA-256 in 64 hex digits, got \"%s\"".formatted(manifest.codeHash()));
    }
    name(problems, "entry", manifest.entry());
    name(problems, "team", manifest.team());
    if (manifest.authors().isEmpty()) {
      problems.add("an entry has an author, got none");
    }
    manifest.authors().forEach(a -> name(problems, "author", a));
    manifest.techniques().forEach(t -> name(problems, "technique", t));
    var where = manifest.environment();
    name(problems, "environment.jdk", where.jdk());
    name(problems, "environment.processor", where.processor());
    name(problems, "environment.system", where.system());
    EventRules.range(problems, "environment.cores", where.cores(), 1, 4096);
    return problems;
  }

  private static void name(List<String> problems, String what, String text) {
    boolean hidden = text.chars().anyMatch(Character::isISOControl);
    if (text.isBlank() || text.length() > LONGEST_NAME || hidden) {
      problems.add(
          "%s is a line of 1 to %d characters, got \"%s\""
              .formatted(what, LONGEST_NAME, text.replaceAll("\\p{Cntrl}", "?")));
    }
  }

  /// Checks the samples: a counted event has none; a timed one has 6 to 100 forks, each with as
  /// many times of the baseline as of the entry, 10 to 10,000, and each time from 1 ns to an hour.
  private static List<String> samples(List<Times> samples, Metric metric) {
    var problems = new ArrayList<String>();
    if (metric.isCounted()) {
      EventRules.range(problems, "the forks of a counted event", samples.size(), 0, 0);
      return problems;
    }
    EventRules.range(problems, "forks", samples.size(), FEWEST_FORKS, MOST_FORKS);
    for (int i = 0; i < samples.size(); i++) {
      var baseline = samples.get(i).baseline();
      var entry = samples.get(i).entry();
      EventRules.range(problems, "times of fork " + i, entry.size(), FEWEST_TURNS, MOST_TURNS);
      if (baseline.size() != entry.size()) {
        problems.add(
            "both sides of fork %d have as many times, got %d and %d"
                .formatted(i, baseline.size(), entry.size()));
      }
      for (var side : List.of(baseline, entry)) {
        for (double nanos : side) {
          if (!(nanos >= SHORTEST && nanos <= LONGEST)) {
            problems.add("a time lies from 1 ns to an hour, got %s in fork %d".formatted(nanos, i));
          }
        }
      }
    }
    return problems;
  }

  /// Checks the claim: there is one exactly when there are samples; `claims` finds nothing; and it
  /// is at most a million.
  private static List<String> claim(
      @Nullable Claim claim,
      List<Times> samples,
      BiFunction<Claim, List<Times>, List<String>> claims) {
    var problems = new ArrayList<String>();
    if (claim == null || samples.isEmpty()) {
      if ((claim == null) != samples.isEmpty()) {
        problems.add("a claim needs samples, and samples a claim, got " + claim);
      }
      return problems;
    }
    problems.addAll(claims.apply(claim, samples));
    if (!(claim.speedUp() <= LARGEST_CLAIM)) {
      problems.add("a speed-up is at most %s, got %s".formatted(LARGEST_CLAIM, claim.speedUp()));
    }
    return problems;
  }

  /// Checks the work log: it has at least one step, and none of its three parts is blank.
  private static List<String> log(List<Manifest.LogEntry> log) {
    var problems = new ArrayList<String>();
    if (log.isEmpty()) {
      problems.add("a work log has at least one step, got none");
    }
    for (int i = 0; i < log.size(); i++) {
      var step = log.get(i);
      var parts =
          Map.of(
              "hypothesis", step.hypothesis(),
              "change", step.change(),
              "measurement", step.measurement());
      for (var part : List.of("hypothesis", "change", "measurement")) {
        if (parts.getOrDefault(part, "").isBlank()) {
          problems.add("step %d of the log has a %s, got a blank".formatted(i + 1, part));
        }
      }
    }
    return problems;
  }
}
